//@ paths: 23
// A tree is gone, and what it gave its callees their inputs by: a new input of a callee's can't be asked for there any more.
#include "counterpoint.h"
struct S { unsigned *p; unsigned *q; struct S *n; };
static unsigned G, H; static unsigned *GP; static struct S GS;
static unsigned f0(struct S *s0, unsigned *q1, struct S *s2, unsigned k3) {
    unsigned t3 = *s0->p;
    return k3;
}
static unsigned f1(unsigned k0, unsigned *q1, struct S *s2) {
    unsigned t5 = f0(s2, &G, s2, k0);
    if (t5 == 2) return 3;
    if (*s2->p > 2) {
        *q1 = ((G ^ 3) & 63);
        unsigned t7 = f0(s2, &H, s2, 7);
    }
    *s2->p = t5;
    return t5;
}
static unsigned f2(struct S *s0, struct S *s1, unsigned k2, unsigned *q3) {
    unsigned t8 = f1(k2, s0->p, s0);
    if (*s1->p == *s1->p) {
    }
    unsigned t10 = f1(*q3, &H, s1);
    unsigned t11 = f1(((k2 - 7) & 63), &H, s0);
    return t10;
}
static unsigned f3(struct S *s0, unsigned *q1, unsigned k2, struct S *s3) {
    if (k2 == *s0->p) {
    }
    if (*s0->p == 2) {
        if (k2 != 2) {
        }
        if (k2 != 1) {
        }
    }
}
int main(void) {
    unsigned char in[3]; cp_symbolic(in, sizeof in, "in");
    unsigned i0 = in[0] & 63;
    unsigned i1 = in[1] & 63;
    unsigned i2 = in[2] & 63;
    unsigned x0 = i0, x1 = i2, x2 = i2;
    struct S s0 = {&x0, &x1, 0}, s1 = {&x1, &x2, 0}, s2 = {&x0, &x2, 0};
    struct S *sb = i1 == 5 ? &s2 : &s1;
    unsigned r = 0;
    r = r * 2 + f2(&s0, sb, i0, &x1);
}