//@ paths: 4
// One path of the callee doesn't come back.
#include <stdlib.h>

#include "counterpoint.h"

static int level(int x) {
    if (x < 0)
        abort(); //~ BUG abort
    if (x < 10)
        return 0;
    return 1;
}

int main(void) {
    int x;
    cp_symbolic(&x, sizeof x, "x");
    int found = level(x);
    if (x == -1)
        return 9;
    if (x == 10 && !found)
        return 8;
    return found;
}
