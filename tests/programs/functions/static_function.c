// A function that is static, and that is never called.
//@ entry: hidden
//@ paths: 2
static int hidden(int x) {
    if (x == 12345)
        return 1;
    return 0;
}
