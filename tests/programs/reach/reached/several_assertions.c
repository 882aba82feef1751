//@ target: assert
// Each assertion gets an answer of its own.
#include "counterpoint.h"

static int half(int x) {
    return x / 2;
}

int main(void) {
    unsigned char x, y;
    cp_symbolic(&x, sizeof x, "x");
    cp_symbolic(&y, sizeof y, "y");
    int sum = half(x) + half(y);
    cp_assert(sum <= 254); //~ TARGET unreachable
    cp_assert(sum != 200); //~ TARGET reached
    cp_assert(half(sum) < 128); //~ TARGET unreachable
    return 0;
}
