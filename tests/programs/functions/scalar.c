// A parameter is an input: three signs, three paths.
//@ entry: sign
//@ paths: 3
int sign(long x) {
    if (x < 0)
        return -1;
    if (x > 0)
        return 1;
    return 0;
}
