//@ paths: 3
// Arguments of 64 bits, of which the upper half decides.
#include "counterpoint.h"

static unsigned long long scale(unsigned long long x) {
    if (x >> 40)
        return x;
    return x << 24;
}

int main(void) {
    unsigned x;
    cp_symbolic(&x, sizeof x, "x");
    unsigned long long wide = (unsigned long long)x << 12;
    unsigned long long y = scale(wide);
    if (y == 0x123450000000000ull)
        return 1;
    return 0;
}
