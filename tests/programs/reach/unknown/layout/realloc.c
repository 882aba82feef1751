//@ target: assert
//@ why: an address is used as a number
// A block may stay where it is when it grows.
#include <stdlib.h>

#include "counterpoint.h"

int main(void) {
    unsigned char x;
    cp_symbolic(&x, sizeof x, "x");
    char *p = malloc(8), *old = p;
    p = realloc(p, 9);
    if (p == old)
        cp_assert(x != 7); //~ TARGET unknown
    return 0;
}
