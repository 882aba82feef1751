//@ entry: f
//@ max-length: 3
// Where both pointers lead to one string, there is room behind its end if the one says so through which it is written.
#include <string.h>

int f(const char *s, char *t) {
    if (!s || !t || (s[0] && s[1]))
        return -1;
    unsigned long n = strlen(s);
    t[n] = 'x'; //~ UNLESS out-of-bounds-write: `t` has
    t[n + 1] = 0; //~ UNLESS out-of-bounds-write: `t` has
    if (strlen(s) > n)
        return 1;
    return 0;
}
