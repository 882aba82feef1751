//@ paths: 6
//@ complete: true
// The cubes of `mixed_cube.c`, as 32 bits have them: they wrap around, so a cube may have any sign, and the second
// abort can be reached, too.
#include <stdlib.h>

#include "counterpoint.h"

int main(void) {
    int x, y;
    cp_symbolic(&x, sizeof x, "x");
    cp_symbolic(&y, sizeof y, "y");
    unsigned root = x;
    if ((int)(root * root * root) > 0) {
        if (x > 0 && y == 10)
            abort(); //~ BUG abort
    } else {
        if (x > 0 && y == 20)
            abort(); //~ BUG abort
    }
    return 0;
}
