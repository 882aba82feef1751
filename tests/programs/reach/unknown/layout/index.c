//@ target: assert
//@ why: an address is used as a number
// An address that chooses an element.
#include <stdint.h>
#include <stdlib.h>

#include "counterpoint.h"

static int t[16];

int main(void) {
    unsigned char x;
    cp_symbolic(&x, sizeof x, "x");
    int *p = malloc(4);
    t[((uintptr_t)p >> 4) & 15] = 1;
    if (t[10])
        cp_assert(x != 7); //~ TARGET unknown
    return 0;
}
