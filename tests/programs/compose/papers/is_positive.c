//@ paths: 4
// Two calls of the same function with different inputs, from section 4.1 of the 2007 paper.
#include "counterpoint.h"

static int is_positive(int x) {
    if (x > 0)
        return 1;
    return 0;
}

static int top(int y, int z) {
    int a, b;
    a = is_positive(y);
    b = is_positive(z);
    if (a && b)
        cp_assert(0); //~ BUG assertion-failure
    return a - b;
}

int main(void) {
    int y, z;
    cp_symbolic(&y, sizeof y, "y");
    cp_symbolic(&z, sizeof z, "z");
    return top(y, z) + 1;
}
