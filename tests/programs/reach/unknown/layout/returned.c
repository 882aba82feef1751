//@ target: assert
//@ why: an address is used as a number
// Local variables of functions that have returned: they have the same address here, but need not.
#include <stdint.h>

#include "counterpoint.h"

static uintptr_t here(void) {
    int local;
    return (uintptr_t)&local;
}

static uintptr_t there(int n, ...) {
    int local;
    return (uintptr_t)&local + (n - 1);
}

int main(void) {
    unsigned char x;
    cp_symbolic(&x, sizeof x, "x");
    if (here() != there(1, 2))
        cp_assert(x != 7); //~ TARGET unknown
    return 0;
}
