//@ target: assert
// Pointers to elements that an input chooses, of any size.
#include "counterpoint.h"

static int ints[8];
static short shorts[8];
static long longs[8];

int main(void) {
    unsigned char x;
    cp_symbolic(&x, sizeof x, "x");
    int *p = ints + (x & 7);
    short *q = shorts + (x & 3);
    long *r = longs + (x & 3);
    *p = 1;
    if (*p != 1 || q < shorts || r - longs != (x & 3))
        cp_assert(x != 7); //~ TARGET unreachable
    return 0;
}
