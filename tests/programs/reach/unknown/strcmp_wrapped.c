//@ dropped: main
//@ why: `strncmp`'s result at strcmp_wrapped.c:11 is used for more than its sign, which is all that C promises
// The result comes out of one function and goes into another, which compares it with something else than zero.
#include <string.h>

#include "counterpoint.h"

static int order(const char *a, const char *b, int is_reversed) {
    if (a == b)
        return 0;
    int result = strncmp(a, b, 2);
    return is_reversed ? -result : result;
}

static int is_far(int order) {
    if (order > 1000)
        return 1; //~ TARGET unknown
    return 0;
}

int main(void) {
    char a[2];
    cp_symbolic(a, sizeof a, "a");
    return is_far(order(a, "mm", a[1] == 'x'));
}
