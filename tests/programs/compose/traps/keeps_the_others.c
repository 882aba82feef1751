//@ paths: 4
// A callee that writes at an index reads nothing, but what it doesn't hit is what it was before.
#include "counterpoint.h"

static unsigned char marks[4];

static void mark(unsigned at) {
    marks[at & 3] = 1;
}

static void mark_both(unsigned first, unsigned also) {
    if (also == 0)
        mark(first);
    mark(also & 4);
}

int main(void) {
    unsigned x, y;
    cp_symbolic(&x, sizeof x, "x");
    cp_symbolic(&y, sizeof y, "y");
    mark_both(x, y);
    if (x == y + 2)
        cp_assert(!marks[2]); //~ BUG assertion-failure
    return 0;
}
