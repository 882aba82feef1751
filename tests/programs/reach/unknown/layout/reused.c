//@ target: assert
//@ why: an address is used as a number
// A block may be where a freed one was.
#include <stdint.h>
#include <stdlib.h>

#include "counterpoint.h"

int main(void) {
    unsigned char x;
    cp_symbolic(&x, sizeof x, "x");
    char *p = malloc(8);
    uintptr_t a = (uintptr_t)p;
    free(p);
    char *q = malloc(8);
    if ((uintptr_t)q == a)
        cp_assert(x != 7); //~ TARGET unknown
    return 0;
}
