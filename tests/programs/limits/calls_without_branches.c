// Two calls of two calls of two calls, and no branch anywhere: limits end it all the same. The limit of instructions is what a
// slow machine gets to within the time, so that the other side is explored, too.
//@ options: --max-instructions=200000
#include "counterpoint.h"

#define TWICE(name, callee) \
    static int name(int x) { return callee(x) ^ callee(x + 1); }

static int f0(int x) { return x ^ 5; }
TWICE(f1, f0)
TWICE(f2, f1)
TWICE(f3, f2)
TWICE(f4, f3)
TWICE(f5, f4)
TWICE(f6, f5)
TWICE(f7, f6)
TWICE(f8, f7)
TWICE(f9, f8)
TWICE(f10, f9)
TWICE(f11, f10)
TWICE(f12, f11)
TWICE(f13, f12)
TWICE(f14, f13)
TWICE(f15, f14)
TWICE(f16, f15)
TWICE(f17, f16)
TWICE(f18, f17)
TWICE(f19, f18)
TWICE(f20, f19)
TWICE(f21, f20)
TWICE(f22, f21)
TWICE(f23, f22)
TWICE(f24, f23)
TWICE(f25, f24)
TWICE(f26, f25)
TWICE(f27, f26)
TWICE(f28, f27)
TWICE(f29, f28)
TWICE(f30, f29)
TWICE(f31, f30)
TWICE(f32, f31)
TWICE(f33, f32)
TWICE(f34, f33)
TWICE(f35, f34)

int main(void) {
    int x;
    cp_symbolic(&x, sizeof x, "x");
    if (x == 7)
        return 3;
    return f35(x & 63) == 12;
}
