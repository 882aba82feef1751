//@ paths: 4
// The callee reads a cell that its caller may have written: at an index that an input says.
#include "counterpoint.h"

static int third(const int *a) {
    if (a[2] > 50)
        return 1;
    return 0;
}

int main(void) {
    int a[4] = {1, 2, 3, 4};
    unsigned char i, value;
    cp_symbolic(&i, sizeof i, "i");
    cp_symbolic(&value, sizeof value, "value");
    if (i >= 4)
        return 1;
    a[i] = value;
    int large = third(a);
    if (large)
        cp_assert(value != 77); //~ BUG assertion-failure
    return 2 + large;
}
