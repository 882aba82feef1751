//@ paths: 3
// A function turns out not to be composable when its callee was already found unreachable by the calls that were known: how
// many calls there are is the same afterwards, but they give something else.
#include "counterpoint.h"

static int target(unsigned a) {
    if (a == 123456789u)
        cp_assert(0); //~ BUG assertion-failure
    return 0;
}

static int h(int y, unsigned z, int *p) {
    if (y != 0)
        return target(z & 255u);
    if ((unsigned long)p & 3ul)
        return 7;
    return target(z);
}

int main(void) {
    int y, local = 0;
    unsigned z;
    cp_symbolic(&y, sizeof y, "y");
    cp_symbolic(&z, sizeof z, "z");
    return h(y, z, &local);
}
