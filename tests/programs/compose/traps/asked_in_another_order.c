//@ paths: 3
// A run that sees that two names are one asks so at once. The others have asked first for what they read.
#include "counterpoint.h"

static unsigned limit = 3;

static int is_within(unsigned *number) {
    unsigned was = *number;
    if (limit < 2)
        return 0;
    limit = was;
    return 1;
}

int main(void) {
    unsigned x;
    cp_symbolic(&x, sizeof x, "x");
    is_within(&x);
    if (!is_within(&limit))
        cp_assert(x == 0); //~ BUG assertion-failure
    return limit == 9;
}
