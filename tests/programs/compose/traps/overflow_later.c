//@ paths: 3
// The addition can't overflow in the first call, whatever the input; in the second it can.
#include "counterpoint.h"

static int next(int x) {
    return x + 1; //~ BUG signed-overflow
}

int main(void) {
    int x;
    cp_symbolic(&x, sizeof x, "x");
    if (next(x & 0xffff) == 0)
        return 1;
    if (next(x) == 1)
        return 2;
    return 0;
}
