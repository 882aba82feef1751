//@ paths: 5
// A callee that follows a pointer which its own callee returned.
#include "counterpoint.h"

static const char *skip(const char *s) {
    while (*s == ' ')
        s++;
    return s;
}

static int is_minus(const char *s) {
    const char *p = skip(s);
    if (*p == '-')
        return 1;
    return 0;
}

int main(void) {
    char s[3];
    cp_symbolic(s, 2, "s");
    s[2] = 0;
    if (is_minus(s))
        return 1;
    return 0;
}
