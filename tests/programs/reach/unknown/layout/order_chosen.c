//@ target: assert
//@ why: an address is used as a number
// An input says which variable a pointer leads to, and only one comes before the other.
#include "counterpoint.h"

static int a[2], b[2];

int main(void) {
    unsigned char x;
    cp_symbolic(&x, sizeof x, "x");
    int *both[2] = {a, b}, *p = both[x & 1];
    if (p < a)
        cp_assert(x != 7); //~ TARGET unknown
    return 0;
}
