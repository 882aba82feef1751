//@ paths: 4
//@ complete: true
// The abort needs a fourth path, although three cover all branches before it.
#include <stdlib.h>

#include "counterpoint.h"

static void check(int x, int y) {
    int x_is_zero, y_is_zero;
    if (x == 0)
        x_is_zero = 1;
    else
        x_is_zero = 0;
    if (y == 0) {
        y_is_zero = 1;
    } else {
        y_is_zero = 0;
        if (x_is_zero)
            abort(); //~ BUG abort
    }
    (void)y_is_zero;
}

int main(void) {
    int x, y;
    cp_symbolic(&x, sizeof x, "x");
    cp_symbolic(&y, sizeof y, "y");
    check(x, y);
    return 0;
}
