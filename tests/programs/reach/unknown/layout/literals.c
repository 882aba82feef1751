//@ target: assert
//@ why: an address is used as a number
// A literal may be the end of another one.
#include "counterpoint.h"

int main(void) {
    unsigned char x;
    cp_symbolic(&x, sizeof x, "x");
    const char *p = "abc", *q = "xabc";
    if (p == q + 1)
        cp_assert(x != 7); //~ TARGET unknown
    return 0;
}
