//@ entry: f
//@ options: --cflags=-fno-strict-aliasing
//@ complete: false
//@ stopped: -fno-strict-aliasing
// With this option, pointers lead to objects of any type, which isn't explored.
int f(int *a, float *b) {
    if (!a || !b)
        return -1;
    *a = 1;
    *b = 2;
    if (*a != 1)
        return 1;
    return 0;
}
