//@ entry: grow
// Elements that nothing has looked at are there after `realloc`, too, and may be anything: the first one is always there.
#include <stdlib.h>

int grow(int *numbers) {
    int *more = realloc(numbers, 3 * sizeof(int));
    if (!more)
        return -1;
    int found = more[0] == 5;
    free(more);
    return found;
}
