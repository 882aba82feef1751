// A parameter without a name must not get another one's.
//@ entry: later
//@ paths: 4
//@ cflags: -std=c2x
int later(int, int arg1, int arg4, int) {
    if (arg1 > 3)
        return arg4 == 2 ? 1 : 2;
    return arg4 == arg1 ? 3 : 4;
}
