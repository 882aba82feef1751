//@ paths: 13
//@ seed: 1110
// The first run has p = 1 and q = 1. It shows one path of `absolute`, which is enough to meet the target.
#include "abs.h"

int main(void) {
    int p = number("a"), q = number("b");
    cp_assert(!test_absolute(p, q)); //~ BUG assertion-failure
    return 0;
}
