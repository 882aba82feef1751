//@ encodings: all
// A callee that reads and writes elements of a global array at places that it computes: one turns out to be the same for
// all inputs, another begins behind the first element.
#include <stddef.h>

#include "counterpoint.h"

static unsigned char table[8];

static unsigned same(unsigned x, unsigned again) {
    if (again == 0)
        return table[(x - 183u - x) & 3];
    return table[(x - 182u - x) & 3];
}

static unsigned later(size_t i) {
    if (i > 3)
        return 0;
    if (table[i + 2] == 7)
        table[i + 3] = 9;
    return table[i + 4];
}

int main(void) {
    unsigned char x;
    cp_symbolic(&x, 1, "x");
    cp_symbolic(table, sizeof table, "table");
    if (same(x, 0) == 5 && same(x, 1) == 6) {
        if (table[1] != 5 || table[2] != 6)
            return 1;
        return 2;
    }
    if (later(x & 3u) == 9 && table[(x & 3) + 4] != 9)
        return 3;
    if (later(1) == 4 && table[4] == 9)
        return 4;
    return 0;
}
