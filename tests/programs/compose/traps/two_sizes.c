//@ paths: 5
// The callee is right for one caller's array, and wrong for the other's, which is shorter.
#include "counterpoint.h"

static int get(const int *table, unsigned i) {
    if (i >= 4)
        return -1;
    return table[i]; //~ BUG out-of-bounds-read
}

int main(void) {
    int long_table[4] = {1, 2, 3, 4}, short_table[3] = {5, 6, 7};
    unsigned char i, which;
    cp_symbolic(&which, sizeof which, "which");
    cp_symbolic(&i, sizeof i, "i");
    if (which < 200)
        return get(long_table, i) + 1;
    return get(short_table, i) + 1;
}
