// A callee writes through a pointer that leads to a global variable, and reads that variable by its name; in another call the
// pointer leads elsewhere, and only the constraint says what comes of it.
#include "counterpoint.h"

static int g;
static int f(int *p, int x) {
    if (x == 77)
        *p = 7;
    return g == 7 ? 1 : 0;
}
int main(void) {
    int y, l = 0;
    cp_symbolic(&y, sizeof y, "y");
    int r = f(&g, 77);
    g = 0;
    int s = f(&l, y);
    if ((s == 0) & (y == 77))
        return 1;
    return r == 1 ? 2 : 3;
}
