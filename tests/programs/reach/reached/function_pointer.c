//@ target: chosen_last
// The target is only called through a table, at an index that is an input's.
#include "counterpoint.h"

static int chosen_first(int x) {
    return x + 1;
}

static int chosen_last(int x) {
    return x - 1; //~ TARGET reached
}

static int (*const table[])(int) = {chosen_first, chosen_first, chosen_first, chosen_last};

int main(void) {
    unsigned char which, x;
    cp_symbolic(&which, sizeof which, "which");
    cp_symbolic(&x, sizeof x, "x");
    if (x != 99 || which > 3)
        return 0;
    return table[which](x);
}
