//@ target: assert
//@ why: an address is used as a number
// Which bucket an address falls into.
#include <stdint.h>
#include <stdlib.h>

#include "counterpoint.h"

int main(void) {
    unsigned char x;
    cp_symbolic(&x, sizeof x, "x");
    int *v = malloc(4);
    if (((uintptr_t)v >> 4) % 97 == 5)
        cp_assert(x != 7); //~ TARGET unknown
    return 0;
}
