//@ complete: true
// The bug is there for every size, but natively an empty block has room for a byte: it takes another size to
// confirm it.
#include <stdlib.h>

#include "counterpoint.h"

int main(void) {
    unsigned char n;
    cp_symbolic(&n, sizeof n, "n");
    cp_assume(n <= 3);
    char *block = malloc(n);
    if (!block)
        return 1;
    block[n] = 1; //~ BUG out-of-bounds-write
    free(block);
    return 0;
}
