//@ paths: 11
// After a call whose callee wrote through a loaded pointer, the caller reads in its memory as it was at the call: names that
// bytes get there must go with that memory, or what was read under another name before counts as written.
#include "counterpoint.h"
struct S { int *p; };
static int g(struct S *s, int k) {
    if (k > 0) { *s->p += 1; return 1; }
    return 0;
}
static int h(struct S *s, int k) {
    if (*s->p == 8 && k == 1234567) return 1;
    return 0;
}
static int f(struct S *a, struct S *b, int k) {
    if (!b->p) return 5;
    if (!g(a, k)) return 2;
    return 3 + h(a, k);
}
int main(void) {
    int c, k, x, y = 5;
    cp_symbolic(&c, sizeof c, "c");
    cp_symbolic(&k, sizeof k, "k");
    cp_symbolic(&x, sizeof x, "x");
    if (k < 0 || k > 2000000) return 0;
    if (x < 0 || x > 100) return 0;
    struct S s1 = {&x}, s2 = {&y};
    struct S *b = c == 77 ? &s2 : &s1;
    int r = f(&s1, b, c == 77 ? k + 5 : k);
    if (c == 77) {
        if (r == 4)
            return 42; /* c = 77, k = 1234562, x = 7 */
        return 1;
    }
    return 0;
}
