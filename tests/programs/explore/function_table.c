//@ paths: 4
//@ complete: true
// A symbolic index into a table of functions calls each of them.
#include "counterpoint.h"

static int one(void) { return 1; }
static int two(void) { return 2; }
static int three(void) { return 3; }

static int (*const table[])(void) = {one, two, three};

int main(void) {
    unsigned i;
    cp_symbolic(&i, sizeof i, "i");
    if (i >= 3)
        return 0;
    return table[i]();
}
