//@ target: assert
// A native function whose result depends on nothing but its argument.
#include <math.h>

#include "counterpoint.h"

int main(void) {
    unsigned char x;
    cp_symbolic(&x, sizeof x, "x");
    double root = sqrt(16);
    if (root != 4)
        cp_assert(x != 7); //~ TARGET unreachable
    return 0;
}
