// The old block is lost where there is none to replace it; and a caller's check counts as one of the function that allocates.
//@ entry: grow
//@ options: --check=leaks
//@ paths: 3
#include <stdlib.h>

static int *make(size_t count) {
    return malloc(count * sizeof(int)); //~ BUG memory-leak
}

int grow(void) {
    int *items = make(2);
    if (!items)
        return 1;
    items = realloc(items, 4 * sizeof *items);
    if (!items)
        return 2;
    free(items);
    return 0;
}
