//@ target: assert
//@ why: an address is used as a number
// An address as a float.
#include <stdint.h>
#include <stdlib.h>

#include "counterpoint.h"

int main(void) {
    unsigned char x;
    cp_symbolic(&x, sizeof x, "x");
    int *p = malloc(4);
    double d = (double)(uintptr_t)p;
    if (d < 1e13)
        cp_assert(x != 7); //~ TARGET unknown
    return 0;
}
