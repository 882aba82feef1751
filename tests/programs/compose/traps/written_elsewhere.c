//@ paths: 3
//@ encodings: all
// What a callee writes elsewhere comes from a call that isn't explored yet: it doesn't matter to what is asked for.
#include "counterpoint.h"

static unsigned char table[4] = {0, 3, 0, 9};
static unsigned share;

static unsigned share_of(unsigned parts) {
    return 1 / (parts ^ 9); //~ BUG division-by-zero
}

static unsigned touch(void) {
    table[0] = 1;
    return 0;
}

static void divide(unsigned parts) {
    if (touch() != 1)
        share = share_of(parts);
}

int main(void) {
    unsigned char x;
    cp_symbolic(&x, sizeof x, "x");
    if (x > 3)
        return 1;
    divide(table[x]);
    if (x == table[1])
        return 2;
    return 0;
}
