//@ paths: 4
// The same call twice, with other memory the second time.
#include "counterpoint.h"

static int starts(const char *s) {
    if (s[0] == '#')
        return 1;
    return 0;
}

int main(void) {
    char s[2];
    cp_symbolic(s, sizeof s, "s");
    int before = starts(s);
    s[0] = s[1];
    int after = starts(s);
    if (before != after)
        return 1;
    cp_assert(!after); //~ BUG assertion-failure
    return 0;
}
