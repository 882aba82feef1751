//@ target: assert
// Pointers into one array, in a function that is composed.
#include "counterpoint.h"

static int count(const char *p, const char *end) { int n = 0; while (p < end) n += *p++ == 3; return n; }

int main(void) {
    unsigned char x;
    cp_symbolic(&x, sizeof x, "x");
    char t[3] = { 1, 3, 3 };
    if (count(t, t + 3) != 2 || count(t, t + 1) != 0)
        cp_assert(x != 7); //~ TARGET unreachable
    return 0;
}
