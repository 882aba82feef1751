// A member that says how many elements another one points to: what callers must respect, once.
//@ entry: total
//@ max-length: 3
//@ complete: false
//@ stopped: the limit of 3 elements of an input array or string
#include <stddef.h>

struct vector {
    int *items;
    size_t count;
};

unsigned total(const struct vector *vector) {
    if (!vector || !vector->items)
        return 0;
    unsigned total = 0;
    for (size_t i = 0; i < vector->count; i++)
        total += (unsigned)vector->items[i];  //~ UNLESS out-of-bounds-read: `vector->count <= length of vector->items`
    return total;
}
