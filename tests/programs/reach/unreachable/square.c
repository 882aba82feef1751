//@ target: assert
// The assertion holds for all inputs that come there.
#include "counterpoint.h"

static int square(int x) {
    return x * x;
}

int main(void) {
    short x;
    cp_symbolic(&x, sizeof x, "x");
    if (x < -100 || x > 100)
        return 1;
    cp_assert(square(x) >= 0); //~ TARGET unreachable
    return 0;
}
