//@ target: assert
// A pointer that goes far, compared with where it comes from.
#include "counterpoint.h"

int main(void) {
    unsigned char x;
    cp_symbolic(&x, sizeof x, "x");
    char t[8];
    unsigned n = x * 1000u;
    if (t + n < t)
        cp_assert(x != 7); //~ TARGET unreachable
    return 0;
}
