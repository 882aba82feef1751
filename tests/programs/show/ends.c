// Ends that are no returns: exit, assertion, assumption, a bug, and a function that never returns.
//@ options: --max-runs 100
#include <assert.h>
#include <stdlib.h>

#include "counterpoint.h"

static _Noreturn void fail(int code) {
    exit(code + 1);
}

static int divide(int a, int b) {
    assert(b != 7);
    return a / b;
}

int main(void) {
    int a, b;
    cp_symbolic(&a, sizeof a, "a");
    cp_symbolic(&b, sizeof b, "b");
    cp_assume(a >= 0);
    if (a > 1000)
        fail(b & 3);
    if (b == 12)
        exit(3);
    return divide(a, b);
}
