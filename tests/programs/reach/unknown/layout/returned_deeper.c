//@ target: assert
//@ why: an address is used as a number
// Local variables of functions that have returned, at different depths.
#include <stdint.h>

#include "counterpoint.h"

static uintptr_t here(void) {
    int local;
    return (uintptr_t)&local;
}

static uintptr_t below(void) {
    char padding[64] = {0};
    int local = padding[0];
    return (uintptr_t)&local;
}

int main(void) {
    unsigned char x;
    cp_symbolic(&x, sizeof x, "x");
    if (here() == below())
        cp_assert(x != 7); //~ TARGET unknown
    return 0;
}
