//@ paths: 3
// The same call twice, with nothing changed: what it gives can't be different.
#include "counterpoint.h"

static int sign(int x) {
    if (x < 0)
        return -1;
    if (x > 0)
        return 1;
    return 0;
}

int main(void) {
    int x;
    cp_symbolic(&x, sizeof x, "x");
    int first = sign(x);
    if (first != sign(x))
        return 9;
    return first + 1;
}
