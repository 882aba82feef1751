//@ paths: 3
// A parameter is the callee's own: what it does to it is not observed.
#include "counterpoint.h"

static int shrink(int x) {
    while (x > 100)
        x -= 100;
    return x;
}

int main(void) {
    unsigned char x;
    cp_symbolic(&x, sizeof x, "x");
    int y = shrink(x);
    if (x <= 100 && y != x)
        return 1;
    return 0;
}
