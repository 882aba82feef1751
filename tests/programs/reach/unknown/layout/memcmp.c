//@ target: assert
//@ why: an address is used as a number
// Pointers that are compared as bytes, by the library.
#include <string.h>

#include "counterpoint.h"

static int a, b;

int main(void) {
    unsigned char x;
    cp_symbolic(&x, sizeof x, "x");
    int *p = &a, *q = &b;
    if (memcmp(&p, &q, sizeof p) > 0)
        cp_assert(x != 7); //~ TARGET unknown
    return 0;
}
