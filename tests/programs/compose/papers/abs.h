// The first figure of the 2008 paper. Numbers are from -1 to 254, so that a seed can have the first run that the paper has.
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

static int number(const char *name) {
    unsigned char byte;
    cp_symbolic(&byte, sizeof byte, name);
    return byte - 1;
}
