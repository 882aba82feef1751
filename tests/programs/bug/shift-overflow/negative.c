// Shifting a negative number to the left is undefined, however little.
static int scale(int n) {
    return n << 2; //~ BUG shift-overflow
}

int main(void) {
    return scale(1) + scale(-1);
}
