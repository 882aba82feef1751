//@ target: assert
//@ why: an address is used as a number
// Which of two variables comes first.
#include <stdint.h>

#include "counterpoint.h"

static int a, b;

int main(void) {
    unsigned char x;
    cp_symbolic(&x, sizeof x, "x");
    if ((uintptr_t)&a > (uintptr_t)&b)
        cp_assert(x != 7); //~ TARGET unknown
    return 0;
}
