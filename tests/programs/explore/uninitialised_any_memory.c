//@ options: --uninitialised=any
//@ paths: 5
//@ uninitialised: 4
// On the heap and in arrays, at places that depend on the inputs; copies of a struct are the same. `table[i]` is 7
// whatever the other elements are, but what is decided there names them: that counts as depending on them.
#include "counterpoint.h"
#include <stdlib.h>

struct pair {
    int first, second;
};

int main(void) {
    unsigned i;
    int table[4];
    struct pair one, other;
    cp_symbolic(&i, sizeof i, "i");
    if (i > 3)
        return 1;
    table[i] = 7;
    one.first = 1;
    other = one;
    if (other.second != one.second)
        return 2;
    int *block = malloc(2 * sizeof *block);
    if (!block)
        return 3;
    block[0] = table[i] == 7 ? 4 : 5;
    if (i == 2)
        return block[0];
    if (block[1] == 3 && table[3 - i] == 9)
        return block[1];
    return 6;
}
