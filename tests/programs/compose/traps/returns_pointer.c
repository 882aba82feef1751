//@ paths: 9
// The result is a pointer into what was given, or null.
#include "counterpoint.h"

static const char *find(const char *s, char c) {
    for (; *s; s++) {
        if (*s == c)
            return s;
    }
    return 0;
}

int main(void) {
    char s[4];
    cp_symbolic(s, 3, "s");
    s[3] = 0;
    const char *colon = find(s, ':');
    if (!colon)
        return 1;
    cp_assert(colon[1] != '!'); //~ BUG assertion-failure
    return 0;
}
