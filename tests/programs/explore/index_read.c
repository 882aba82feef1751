//@ paths: 3
//@ complete: true
// A symbolic index into a table: outside, at the one 7, or anywhere else.
#include "counterpoint.h"

static const int table[8] = {3, 1, 4, 1, 5, 9, 7, 6};

int main(void) {
    unsigned i;
    cp_symbolic(&i, sizeof i, "i");
    if (i >= 8)
        return 1;
    if (table[i] == 7)
        return 2;
    return 3;
}
