//@ target: assert
//@ why: an address is used as a number
// An input says whether a pointer is where another variable may begin.
#include "counterpoint.h"

static int a[2], b[2];

int main(void) {
    unsigned char x;
    cp_symbolic(&x, sizeof x, "x");
    if (a + x % 3 == b)
        cp_assert(x != 7); //~ TARGET unknown
    return 0;
}
