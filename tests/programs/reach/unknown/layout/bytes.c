//@ target: assert
//@ why: an address is used as a number
// A byte of a pointer.
#include <stdlib.h>
#include <string.h>

#include "counterpoint.h"

int main(void) {
    unsigned char x;
    cp_symbolic(&x, sizeof x, "x");
    int *p = malloc(4);
    unsigned char b[sizeof p];
    memcpy(b, &p, sizeof p);
    if (b[5] != 0x20)
        cp_assert(x != 7); //~ TARGET unknown
    return 0;
}
