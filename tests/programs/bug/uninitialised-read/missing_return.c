//@ native: memory
// In C, a function may end without its return value, as long as that isn't used.
static int sign(int n) {
    if (n > 0) {
        return 1;
    }
    if (n < 0) {
        return -1;
    }
}

int main(void) {
    sign(0);
    if (sign(0) == 1) { //~ BUG uninitialised-read
        return 1;
    }
    return 0;
}
