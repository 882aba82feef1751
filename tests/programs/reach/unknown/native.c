//@ why: a symbolic value was concretized
// What a native function makes of the input is known for the inputs that were tried, and for no others.
#include <math.h>

#include "counterpoint.h"

int main(void) {
    int x;
    cp_symbolic(&x, sizeof x, "x");
    double root = cbrt((double)x);
    if (root * 3 == 3.25)
        return 1; //~ TARGET unknown
    return 0;
}
