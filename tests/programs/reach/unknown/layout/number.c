//@ target: assert
//@ why: an address is used as a number
// An address that is compared with a number.
#include <stdint.h>

#include "counterpoint.h"

static int a;

int main(void) {
    unsigned char x;
    cp_symbolic(&x, sizeof x, "x");
    if ((uintptr_t)&a == 0x404000)
        cp_assert(x != 7); //~ TARGET unknown
    return 0;
}
