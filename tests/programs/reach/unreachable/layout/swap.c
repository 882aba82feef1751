//@ target: assert
// Pointers that are swapped byte by byte.
#include "counterpoint.h"

static void swap(void *a, void *b, size_t n) { char *p = a, *q = b; while (n--) { char t = *p; *p++ = *q; *q++ = t; } }
static int a, b;

int main(void) {
    unsigned char x;
    cp_symbolic(&x, sizeof x, "x");
    int *p = &a, *q = &b;
    swap(&p, &q, sizeof p);
    if (p != &b)
        cp_assert(x != 7); //~ TARGET unreachable
    return 0;
}
