// Coming to the closing brace is not coming to what is before it.
int pick(unsigned char x) {
    if (x <= 255)
        return 3;
    return 5; } //~ TARGET unreachable
