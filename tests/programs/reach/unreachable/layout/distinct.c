//@ target: assert
// Different objects have different addresses.
#include <stdlib.h>

#include "counterpoint.h"

static int a, b;

int main(void) {
    unsigned char x;
    cp_symbolic(&x, sizeof x, "x");
    int c, *m = malloc(4);
    if (&a == &b || &c == &a || m == &b)
        cp_assert(x != 7); //~ TARGET unreachable
    free(m);
    return 0;
}
