//@ cflags: -O2
//@ complete: false
// Clang removes the access that only an error would make, and it isn't seen any more: so nothing is proved of what it optimised.
#include "counterpoint.h"

int main(void) {
    unsigned char y;
    unsigned char one[1] = {7};
    int r = 0;
    cp_symbolic(&y, 1, "y");
    if (y == 33)
        r = one[y - 32];
    cp_assert(r != 77);
    return 0;
}
