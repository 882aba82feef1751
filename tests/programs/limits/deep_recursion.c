// As deep as an input says.
#include "counterpoint.h"

static unsigned down(unsigned n) {
    volatile char frame[64];
    frame[n % 64] = 1;
    return n ? down(n - 1) + frame[n % 64] : 0;
}

int main(void) {
    unsigned x;
    cp_symbolic(&x, sizeof x, "x");
    return down(x) == 5;
}
