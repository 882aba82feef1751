//@ paths: 81
//@ encodings: all
//@ runs-smart: 16
// A callee hands a pointer on that one of its own callees returned to another.
#include "counterpoint.h"

static const char *skip(const char *s) {
    while (*s == ' ')
        s++;
    return s;
}

static int is_to(const char *s) {
    if (s[0] == 'T') {
        if (s[1] == 'o')
            return 1;
    }
    return 0;
}

static int is_header(const char *s) {
    return is_to(skip(s));
}

int main(void) {
    char a[4], b[4];
    cp_symbolic(a, 3, "a");
    cp_symbolic(b, 3, "b");
    a[3] = b[3] = 0;
    int found = 0;
    if (is_header(a))
        found++;
    if (is_header(b))
        found++;
    return found;
}
