//@ paths: 8
//@ complete: true
// The 2011 paper's harder variant of its first figure: nothing but the hash says that S0 S3 needs x > 1.
#include <stdlib.h>

#include "counterpoint.h"

static int hash(int x) {
    if (0 <= x && x <= 10)
        return x * 10;
    return 0;
}

static void test(int x, int y) {
    if (x <= 0)
        return;
    int equal = 0;
    if (y == hash(x))
        equal = 1;
    if (y > 10) {
        if (equal)
            abort(); //~ BUG abort
        abort(); //~ BUG abort
    } else {
        if (equal)
            abort(); //~ BUG abort
        abort(); //~ BUG abort
    }
}

int main(void) {
    int x, y;
    cp_symbolic(&x, sizeof x, "x");
    cp_symbolic(&y, sizeof y, "y");
    test(x, y);
    return 0;
}
