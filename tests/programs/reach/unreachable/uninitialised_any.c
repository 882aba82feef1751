//@ options: --uninitialised=any
// For no value of what was never written: callers and callees, copies and the heap see the same one.
#include <stdlib.h>

static unsigned twice(unsigned value) {
    return 2 * value;
}

static int is_large(int value) {
    return value > 100;
}

int main(void) {
    int x;
    unsigned *block = malloc(8);
    if (!block)
        return 1;
    unsigned both = block[0];
    if (is_large(x) && x <= 100)
        abort();
    if (twice((unsigned)x) & 1 || twice(both) != 2 * block[0])
        return 2; //~ TARGET unreachable
    free(block);
    return 0;
}
