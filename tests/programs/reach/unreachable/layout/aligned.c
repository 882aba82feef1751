//@ target: assert
// Bits of an address below the alignment of its object.
#include <stdint.h>
#include <stdlib.h>

#include "counterpoint.h"

int main(void) {
    unsigned char x;
    cp_symbolic(&x, sizeof x, "x");
    int *p = malloc(16);
    if ((uintptr_t)p & 7)
        cp_assert(x != 7); //~ TARGET unreachable
    return 0;
}
