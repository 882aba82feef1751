// A pointer and a name of a global variable mean one number in one call and two in another; the function reads by both.
#include "counterpoint.h"
static int g;
static int f(int *p, int x) {
    if (x > 5)
        *p = 7;
    return g == 7 ? 1 : 0;
}
int main(void) {
    int x, y, l = 0;
    cp_symbolic(&x, sizeof x, "x");
    cp_symbolic(&y, sizeof y, "y");
    int r = f(&g, x);
    g = 0;
    int s = f(&l, y);
    if (s == 1)
        return 1; // never
    if (r == 1)
        return 2;
    return 3;
}
