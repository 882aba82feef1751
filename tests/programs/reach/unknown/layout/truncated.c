//@ target: assert
//@ why: an address is used as a number
// A part of an address.
#include <stdint.h>
#include <stdlib.h>

#include "counterpoint.h"

int main(void) {
    unsigned char x;
    cp_symbolic(&x, sizeof x, "x");
    int *p = malloc(4);
    if ((unsigned)(uintptr_t)p & 0x100)
        cp_assert(x != 7); //~ TARGET unknown
    return 0;
}
