//@ dropped: main
//@ why: does not hold natively
// A function is called through a pointer of another type. C does not allow that, and a sanitizer stops it; but a run
// comes there, so it is not proved unreachable.
#include "counterpoint.h"

static int second(int x, int unused) {
    (void)unused;
    if (x == 42)
        return 1; //~ TARGET unknown
    return 0;
}

static void *const table[] = {(void *)second};

int main(void) {
    unsigned char x;
    cp_symbolic(&x, 1, "x");
    int (*call)(int) = (int (*)(int))table[0];
    return call(x);
}
