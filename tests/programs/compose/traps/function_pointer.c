//@ paths: 5
// Functions that are called through pointers: one that an input chose, and one that is given.
#include "counterpoint.h"

static int low(int x) {
    if (x < 10)
        return 1;
    return 0;
}

static int high(int x) {
    if (x > 20)
        return 1;
    return 0;
}

static int apply(int (*test)(int), int x) {
    return test(x);
}

int main(void) {
    unsigned char which, x;
    cp_symbolic(&which, sizeof which, "which");
    cp_symbolic(&x, sizeof x, "x");
    int (*chosen)(int) = low;
    if (which & 1)
        chosen = high;
    int first = chosen(x);
    int second = apply(low, x);
    cp_assert(!(first && second && (which & 1)));
    if (first == second)
        return 1;
    return first ? 2 : 3;
}
