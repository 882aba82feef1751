//@ target: assert
//@ why: an address is used as a number
// How far two variables are apart.
#include "counterpoint.h"

static int a, b;

int main(void) {
    unsigned char x;
    cp_symbolic(&x, sizeof x, "x");
    if ((char *)&b - (char *)&a == 4)
        cp_assert(x != 7); //~ TARGET unknown
    return 0;
}
