//@ paths: 3
// The first run sees no write, as `normalise` writes only behind a sign. Whether s[1] changes depends on paths that
// no run has come to yet.
#include "counterpoint.h"

static void normalise(char *s) {
    if (s[0] == '-')
        s[1] = '+';
}

int main(void) {
    char s[4];
    cp_symbolic(s, 3, "s");
    s[3] = 0;
    char before = s[1];
    normalise(s);
    cp_assert(before == s[1]); //~ BUG assertion-failure
    return 0;
}
