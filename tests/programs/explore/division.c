//@ paths: 3
//@ complete: true
// A quotient may have no value in two ways.
#include "counterpoint.h"

int main(void) {
    int x, y;
    cp_symbolic(&x, sizeof x, "x");
    cp_symbolic(&y, sizeof y, "y");
    volatile int quotient = x / y; //~ BUG division-by-zero //~ BUG signed-overflow
    (void)quotient;
    return 0;
}
