//@ encodings: all
// A callee is given memory that comes from a call with dangling nodes, and doesn't look at it on the way that is asked for.
#include "counterpoint.h"
#include <stdlib.h>

static unsigned limit;
static unsigned char table[4];

static unsigned look(unsigned i) {
    if (i == 0 || i > 3)
        return limit;
    return table[3];
}

static void set_limit(unsigned i) {
    limit = look(look(i));
}

static void start(unsigned i) {
    if (i <= 12)
        abort(); //~ BUG abort
    set_limit(85);
}

int main(void) {
    unsigned char x;
    cp_symbolic(&x, sizeof x, "x");
    start(x);
    return look(x) == 5;
}
