//@ paths: 13
//@ seed: 114942
// The first run has p = 0 and q = 1. The target needs p > 0, so no other p is ever tried on the way to it.
#include "abs.h"

int main(void) {
    int p = number("a"), q = number("b");
    cp_assert(!test_absolute(p, q)); //~ BUG assertion-failure
    return 0;
}
