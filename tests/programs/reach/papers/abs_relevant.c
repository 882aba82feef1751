//@ target: abs.h:17
//@ verdict: reached
//@ seed: 114942
//@ runs-demand: 2
//@ runs-smart: 2
// The first run has p = 0 and q = 1. The target needs p > 0: no other p is tried on the way to it.
#include "../../compose/papers/abs.h"

int main(void) {
    int p = number("a"), q = number("b");
    return test_absolute(p, q);
}
