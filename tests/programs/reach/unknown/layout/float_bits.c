//@ target: assert
//@ why: an address is used as a number
// A pointer whose bits are read as a float.
#include "counterpoint.h"

static int variable;

union bits {
    int *p;
    double d;
};

int main(void) {
    unsigned char x;
    cp_symbolic(&x, sizeof x, "x");
    union bits bits;
    bits.p = &variable;
    if (bits.d > 4.65e-310)
        cp_assert(x != 7); //~ TARGET unknown
    return 0;
}
