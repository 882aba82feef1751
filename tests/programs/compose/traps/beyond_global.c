//@ paths: 11
// As beyond_renamed.c, where one of the two names is that of a global variable.
#include "counterpoint.h"
struct S { int *p; };
static struct S GS;
static int g(int k) {
    if (k > 0) { *GS.p += 1; return 1; }
    return 0;
}
static int h(int k) {
    if (*GS.p == 8 && k == 1234567) return 1;
    return 0;
}
static int f(struct S *b, int k) {
    if (!b->p) return 5;
    if (!g(k)) return 2;
    return 3 + h(k);
}
int main(void) {
    int c, k, x, y = 5;
    cp_symbolic(&c, sizeof c, "c");
    cp_symbolic(&k, sizeof k, "k");
    cp_symbolic(&x, sizeof x, "x");
    if (k < 0 || k > 2000000) return 0;
    if (x < 0 || x > 100) return 0;
    struct S s2 = {&y};
    GS.p = &x;
    int r = f(c == 77 ? &s2 : &GS, c == 77 ? k + 5 : k);
    if (c == 77) {
        if (r == 4)
            return 42; /* c = 77, k = 1234562, x = 7 */
        return 1;
    }
    return 0;
}
