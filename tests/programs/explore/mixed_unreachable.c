//@ paths: 3
//@ complete: true
// The third figure of the 2011 paper: no number is larger than its square, so the abort is out of reach. (Bounded,
// as squares of larger numbers have no value in C.)
#include <stdlib.h>

#include "counterpoint.h"

int main(void) {
    int x, y;
    cp_symbolic(&x, sizeof x, "x");
    cp_symbolic(&y, sizeof y, "y");
    cp_assume(x <= 40000);
    if (x >= 0 && x > y && y == x * x)
        abort();
    return 0;
}
