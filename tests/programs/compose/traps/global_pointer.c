//@ paths: 4
// The callee writes a local of its caller, whose address is in a global.
#include "counterpoint.h"

static int *place;

static void store(int value) {
    if (value > 7)
        *place = value;
}

int main(void) {
    short x;
    int here = 0, there = 0;
    cp_symbolic(&x, sizeof x, "x");
    place = &here;
    store(x);
    place = &there;
    store(x - 10);
    if (here == 30)
        cp_assert(there != 20); //~ BUG assertion-failure
    if (here && !there)
        return 2;
    return 0;
}
