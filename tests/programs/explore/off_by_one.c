//@ paths: 3
//@ complete: true
// i == 8 is one too many.
#include "counterpoint.h"

int main(void) {
    unsigned char i;
    int table[8] = {0};
    cp_symbolic(&i, sizeof i, "i");
    if (i > 8)
        return 1;
    table[i] = 1; //~ BUG out-of-bounds-write
    return 0;
}
