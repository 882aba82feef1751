//@ target: assert
// A mark in the lowest bit of a pointer.
#include <stdint.h>

#include "counterpoint.h"

struct n { long v; };
static struct n a;
static uintptr_t mark(struct n *p, int m) { return (uintptr_t)p | (m & 1); }
static struct n *back(uintptr_t t) { return (struct n *)(t & ~(uintptr_t)1); }

int main(void) {
    unsigned char x;
    cp_symbolic(&x, sizeof x, "x");
    uintptr_t t = mark(&a, x);
    if (back(t) != &a || (t & 1) != (x & 1))
        cp_assert(x != 7); //~ TARGET unreachable
    return 0;
}
