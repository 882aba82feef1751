//@ paths: 7
// As refused_late, with results that are looked at only then: the callee is given them by calls in a tree that is gone.
#include "counterpoint.h"

static unsigned target(unsigned a, unsigned b) {
    if (a == 123456789u)
        return 1;
    return b;
}

static unsigned h(int y, int y1, int y2, unsigned z, unsigned w, int *p) {
    if (y != 0)
        return target(z & 255u, w);
    if (y1 != 0)
        return 3;
    if (y2 != 0)
        return 4;
    if ((unsigned long)p & 3ul)
        return 7;
    return target(z, w);
}

int main(void) {
    int y, y1, y2, local = 0;
    unsigned z, w;
    cp_symbolic(&y, sizeof y, "y");
    cp_symbolic(&y1, sizeof y1, "y1");
    cp_symbolic(&y2, sizeof y2, "y2");
    cp_symbolic(&z, sizeof z, "z");
    cp_symbolic(&w, sizeof w, "w");
    if (h(y, y1, y2, z, w, &local) == 5)
        return 100;
    return 0;
}
