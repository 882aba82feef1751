// The first figure of the 2008 paper: a summary in words, and a caller that speaks of calls.
#include "counterpoint.h"

static int absolute(int x) {
    if (x > 0)
        return x;
    else if (x == 0)
        return 100;
    else
        return -x;
}

static int test_absolute(int p, int q) {
    int m = absolute(p);
    int n = absolute(q);
    if (m > n && p > 0)
        return 1;
    return 0;
}

int main(void) {
    int p, q;
    cp_symbolic(&p, sizeof p, "p");
    cp_symbolic(&q, sizeof q, "q");
    cp_assume(p > -1000 && q > -1000);
    return test_absolute(p, q);
}
