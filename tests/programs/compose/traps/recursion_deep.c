// A recursion that goes deeper than there are trees for it: what is deeper is inlined.
#include "counterpoint.h"

static int count(const char *s, char c) {
    if (*s == 0)
        return 0;
    return (*s == c) + count(s + 1, c);
}

int main(void) {
    char s[13];
    cp_symbolic(s, 12, "s");
    s[12] = 0;
    int n = count(s, 'a');
    cp_assert(n != 12); //~ BUG assertion-failure
    if (n == 13)
        return 1;
    if (n == 3 && count(s, 'b') == 5)
        return 2;
    return 0;
}
