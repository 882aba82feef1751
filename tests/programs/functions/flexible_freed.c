// What is freed is on the heap, with its elements.
//@ entry: release
#include <stdlib.h>

struct vector {
    int count;
    short items[];
};

int release(struct vector *vector) {
    if (!vector)
        return 0;
    int is_odd = vector->count == 3 && vector->items[2] % 2;  //~ UNLESS out-of-bounds-read: `vector->items` has at least 3 elements
    free(vector);
    return 1 + is_odd;
}
