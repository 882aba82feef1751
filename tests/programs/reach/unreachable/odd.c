// A contradiction across functions: the callee's results are all even.
#include "counterpoint.h"

static int even(int x, int y) {
    if (x > y)
        return 2 * (x & 1023);
    if (x == y)
        return 0;
    return 4 * (y & 1023) + 2;
}

int main(void) {
    int x, y;
    cp_symbolic(&x, sizeof x, "x");
    cp_symbolic(&y, sizeof y, "y");
    if (even(x, y) == 77)
        return 1; //~ TARGET unreachable
    return 0;
}
