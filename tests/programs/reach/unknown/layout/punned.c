//@ target: assert
//@ why: an address is used as a number
// A pointer that is read as a number.
#include <stdint.h>
#include <stdlib.h>

#include "counterpoint.h"

union u { int *p; uintptr_t n; };

int main(void) {
    unsigned char x;
    cp_symbolic(&x, sizeof x, "x");
    union u u;
    u.p = malloc(4);
    if ((u.n & 0xff0) == 0x2a0)
        cp_assert(x != 7); //~ TARGET unknown
    return 0;
}
