//@ options: --uninitialised=any
//@ paths: 5
//@ uninitialised: 2
// What was never written may be anything, but it is the same when it is read again; and what comes behind is explored.
#include "counterpoint.h"

int main(void) {
    int n, x;
    cp_symbolic(&n, sizeof n, "n");
    int y = x;
    if (n > 10)
        return 1;
    if (n > 5)
        return 10 / (n - 6); //~ BUG division-by-zero
    if (x > 0)
        return y > 0 ? 2 : 3;
    return 4;
}
