//@ complete: false
// The function `g` of the 2007 paper, section 4.1: a hash that can't be looked into decides on the way, so the
// preconditions of its paths overlap. What holds for most x != 0 and y <= 10 doesn't hold for x = 44.
#include <math.h>
#include <stdlib.h>

#include "counterpoint.h"

// The host's cosine. For 44 the hash is 100.
static int hash(int x) {
    return (int)floor(100 * cos(x) + 0.5);
}

static int g(int x, int y) {
    if (x == 0)
        return 1;
    if (hash(x) == 100)
        return 2;
    if (y > 10)
        return 3;
    return 4;
}

int main(void) {
    unsigned char x, y;
    cp_symbolic(&x, sizeof x, "x");
    cp_symbolic(&y, sizeof y, "y");
    int any = g(x, y);
    int known = g(44, y);
    if (known != 2)
        return 1;
    if (any == 4)
        abort(); //~ BUG abort
    if (any == 1)
        abort(); //~ BUG abort
    return 0;
}
