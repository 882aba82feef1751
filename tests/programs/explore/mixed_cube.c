//@ paths: 3
//@ complete: true
// The sixth figure of the 2011 paper: a cube has the sign of its root, so only the first abort can be reached.
// Bounded, as larger cubes have no value in C; `mixed_cube_wraps.c` has the unsigned ones.
#include <stdlib.h>

#include "counterpoint.h"

int main(void) {
    int x, y;
    cp_symbolic(&x, sizeof x, "x");
    cp_symbolic(&y, sizeof y, "y");
    cp_assume(-1000 <= x && x <= 1000);
    if (x * x * x > 0) {
        if (x > 0 && y == 10)
            abort(); //~ BUG abort
    } else {
        if (x > 0 && y == 20)
            abort();
    }
    return 0;
}
