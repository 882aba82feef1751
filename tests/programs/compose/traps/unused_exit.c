//@ paths: 3
// What `check` returns isn't used, but a path that gets past it has x <= 5.
#include <stdlib.h>

#include "counterpoint.h"

static void check(int x) {
    if (x > 5)
        exit(3);
}

int main(void) {
    int x;
    cp_symbolic(&x, sizeof x, "x");
    check(x);
    if (x == 10)
        return 1;
    if (x == 5)
        return 2;
    return 0;
}
