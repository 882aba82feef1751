//@ paths: 4
// What a callee's variable was is gone when it has returned, in whatever way the caller got its address. A summary
// knows nothing of that: the callee is inlined.
#include "counterpoint.h"

static int *kept;

static int *address(int x) {
    int local = x;
    int *p = &local;
    return p;
}

static void keep(int x) {
    int local = x;
    kept = &local;
}

static int limit(int x) {
    return x > 3 ? 3 : x;
}

int main(void) {
    int x;
    cp_symbolic(&x, sizeof x, "x");
    int *p = address(x);
    keep(x);
    if (limit(x) == 2)
        return *p; //~ BUG use-after-return
    if (limit(x) == 1)
        return *kept; //~ BUG use-after-return
    return 0;
}
