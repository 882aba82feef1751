// A pointer into an input, or NULL.
//@ entry: find
//@ paths: 7
//@ max-length: 2
//@ complete: false
#include <stddef.h>

char *find(char *s, char c) {
    if (!s)
        return NULL;
    for (; *s; s++) {
        if (*s == c)
            return s;
    }
    return NULL;
}
