//@ paths: 2
// A callee that writes is given a global variable first, and then a variable without a value.
#include "counterpoint.h"

static short table[4];

static void put(short *at, int value) { *at = (short)value; }

static void both(short *at) {
    put(table, 1);
    put(at, 2);
}

int main(void) {
    unsigned char x;
    cp_symbolic(&x, sizeof x, "x");
    short fresh[2];
    both(fresh);
    if (x == 3)
        return table[0] + fresh[0];
    return 0;
}
