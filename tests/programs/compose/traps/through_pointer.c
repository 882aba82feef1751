//@ paths: 4
// The result is behind a pointer.
#include "counterpoint.h"

static void clamp(int *x) {
    if (*x > 100)
        *x = 100;
    else if (*x < 0)
        *x = 0;
}

int main(void) {
    int x;
    cp_symbolic(&x, sizeof x, "x");
    clamp(&x);
    if (x > 100 || x < 0)
        return 1;
    cp_assert(x != 57); //~ BUG assertion-failure
    return 0;
}
