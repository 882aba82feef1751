//@ options: --function=fold
// The value has 48 terms, and 2^48 ways through them.
#include "counterpoint.h"

static int fold(int x) {
    unsigned v = (unsigned)x;
    for (int i = 0; i < 48; i++)
        v += v ^ 5u;
    return v == 77;
}

int main(void) {
    int x;
    cp_symbolic(&x, sizeof x, "x");
    return fold(x);
}
