//@ target: abs.h:17
//@ verdict: reached
//@ seed: 1110
//@ runs-demand: 2
//@ runs-smart: 2
// The first run has p = 1 and q = 1. The one path of `absolute` that it shows is enough: the second run is there.
#include "../../compose/papers/abs.h"

int main(void) {
    int p = number("a"), q = number("b");
    return test_absolute(p, q);
}
