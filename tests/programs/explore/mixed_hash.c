//@ paths: 9
//@ complete: true
// The first figure of the 2011 paper. All four combinations of S0 or S1 with S3 or S4 can happen; DART misses S0 S4
// if it can't look into the hash. Of the nine paths one does nothing, and where x > 10 the hash is another one.
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
    if (x > 3 && y > 10) {
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
