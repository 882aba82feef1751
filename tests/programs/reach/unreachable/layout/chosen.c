//@ target: assert
// An input says which variable a pointer leads to, which is none but these.
#include "counterpoint.h"

static int a[2], b[2];
static int c;

static int *pick(unsigned char n) {
    return n > 9 ? a : n > 5 ? b : 0;
}

int main(void) {
    unsigned char x;
    cp_symbolic(&x, sizeof x, "x");
    int *p = pick(x);
    if (p == &c || (p && p != a && p != b))
        cp_assert(x != 7); //~ TARGET unreachable
    return 0;
}
