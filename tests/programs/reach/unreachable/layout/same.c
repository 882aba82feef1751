//@ target: assert
// Pointers into one array.
#include "counterpoint.h"

static int a[8];

int main(void) {
    unsigned char x;
    cp_symbolic(&x, sizeof x, "x");
    int *p = a, *end = a + 8, n = 0;
    for (; p < end; p++)
        n++;
    if (n != 8 || end - a != 8)
        cp_assert(x != 7); //~ TARGET unreachable
    return 0;
}
