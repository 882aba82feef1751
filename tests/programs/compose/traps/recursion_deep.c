// A recursion that goes deeper than there are trees for it: what is deeper is inlined.
#include "counterpoint.h"

static int count(const char *s, char c) {
    if (*s == 0)
        return 0;
    return (*s == c) + count(s + 1, c);
}

int main(void) {
    char s[21];
    cp_symbolic(s, 20, "s");
    s[20] = 0;
    int n = count(s, 'a');
    cp_assert(n != 20); //~ BUG assertion-failure
    if (n == 21)
        return 1;
    if (n == 3 && count(s, 'b') == 5)
        return 2;
    return 0;
}
