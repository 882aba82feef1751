//@ paths: 8
// What one call returns is what the next one is given.
#include "counterpoint.h"

static int half(int x) {
    if (x % 2 == 0)
        return x / 2;
    return 3 * x + 1;
}

int main(void) {
    unsigned char x;
    cp_symbolic(&x, sizeof x, "x");
    int y = half(half(half(x)));
    cp_assert(y != 70); //~ BUG assertion-failure
    return 0;
}
