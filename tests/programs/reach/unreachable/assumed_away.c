// All ways to the target, and all that go on from it, are excluded by assumptions.
#include "counterpoint.h"

static int positive(int x) {
    cp_assume(x > 0);
    return x;
}

static int seen;

int main(void) {
    int x, y;
    cp_symbolic(&x, sizeof x, "x");
    cp_symbolic(&y, sizeof y, "y");
    if (positive(x) < 100 && y == x + 1)
        seen = 1; //~ TARGET unreachable
    cp_assume(!seen);
    return y > 0;
}
