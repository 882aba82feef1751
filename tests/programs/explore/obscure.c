//@ paths: 2
//@ complete: true
// The equation x == hash(y) is one that a solver can only meet with the hash at hand.
#include <stdlib.h>

#include "counterpoint.h"

static unsigned hash(unsigned y) {
    y ^= y >> 16;
    y *= 0x45d9f3b;
    y ^= y >> 16;
    return y;
}

int main(void) {
    unsigned x, y;
    cp_symbolic(&x, sizeof x, "x");
    cp_symbolic(&y, sizeof y, "y");
    if (x == hash(y) + 10)
        abort(); //~ BUG abort
    return 0;
}
