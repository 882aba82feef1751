// A program may stop itself for want of memory: that is no bug of it.
//@ entry: make
//@ paths: 3
#include <stdlib.h>

static void *must_have(size_t size) {
    void *block = malloc(size);
    if (!block)
        abort(); //~ UNLESS abort: there is enough memory
    return block;
}

int *make(int x) {
    int *made = must_have(sizeof *made);
    *made = x > 0 ? 1 : 2;
    return made;
}
