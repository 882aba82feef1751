//@ paths: 10
// Calls three deep, where the deepest one decides.
#include "counterpoint.h"

static int digit(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    return -1;
}

static int value(char c) {
    int d = digit(c);
    if (d < 0)
        return 0;
    return d * 2;
}

static int both(const char *s) {
    return value(s[0]) + value(s[1]);
}

int main(void) {
    char s[2];
    cp_symbolic(s, sizeof s, "s");
    cp_assert(both(s) != 35); // Two even numbers.
    cp_assert(both(s) != 34); //~ BUG assertion-failure
    return 0;
}
