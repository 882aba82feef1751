//@ paths: 4
// Two results behind pointers, and a third that says whether they are there.
#include "counterpoint.h"

static int divide(int a, int b, int *quotient, int *remainder) {
    if (b == 0)
        return 0;
    *quotient = a / b;
    *remainder = a % b;
    return 1;
}

int main(void) {
    unsigned char a, b;
    int q = -1, r = -1;
    cp_symbolic(&a, sizeof a, "a");
    cp_symbolic(&b, sizeof b, "b");
    int done = divide(a, b, &q, &r);
    if (!done && q != -1)
        return 1;
    if (done && r == 0)
        cp_assert(q != 5); //~ BUG assertion-failure
    return 0;
}
