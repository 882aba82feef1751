// Two names that mean one object in one call and two in another, only read, one of them a global; a callee reads, too.
#include "counterpoint.h"
static int g;
static int look(const int *p) { return *p > 4 ? 1 : 0; }
static int f(int *p, int *q) {
    int v = 0;
    if (*p > 3)
        v |= 1;
    if (g > 3)
        v |= 2;
    if (*q > 3)
        v |= 4;
    v |= look(p) << 3 | look(q) << 4;
    if (v == 7)
        *q = 9;
    if (*p == 9)
        v |= 32;
    if (g == 9)
        v |= 64;
    return v;
}
int main(void) {
    int x, y, z;
    cp_symbolic(&x, sizeof x, "x");
    cp_symbolic(&y, sizeof y, "y");
    cp_symbolic(&z, sizeof z, "z");
    g = z;
    int l = x, m = y;
    int a = f(&l, &l);
    if ((a & 1) != (a >> 2 & 1)) return 1; // never
    if (a & 32 && !(a & 2) && x != 9) return 2; // never
    int b = f(&l, &m);
    if (b == 7 + 64) return 3; // never
    if (b == 1) return 4;
    if (b == 4) return 5;
    if (b == 2) return 6;
    int c = f(&g, &m);
    if ((c & 1) != (c >> 1 & 1)) return 7; // never
    if (c == 4) return 8;
    return 9;
}
