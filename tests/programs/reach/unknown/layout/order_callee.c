//@ target: assert
//@ why: an address is used as a number
// Which of two variables comes first, in a function that is composed.
#include "counterpoint.h"

static int a, b;
static int less(int *p, int *q) { return p < q; }

int main(void) {
    unsigned char x;
    cp_symbolic(&x, sizeof x, "x");
    int *p = x > 3 ? &a : &b;
    if (less(p, &a))
        cp_assert(x != 7); //~ TARGET unknown
    return 0;
}
