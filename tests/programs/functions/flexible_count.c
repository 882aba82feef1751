// How long the array at the end of a struct is, a member of the struct says.
//@ entry: has_seven
//@ max-length: 3
//@ complete: false
//@ stopped: the limit of 3 elements
#include <stddef.h>

struct vector {
    size_t count;
    int items[];
};

int has_seven(const struct vector *vector) {
    for (size_t i = 0; i < vector->count; i++)  //~ UNLESS null-dereference: `vector` is not NULL
        if (vector->items[i] == 7)  //~ UNLESS out-of-bounds-read: `vector->count <= length of vector->items`
            return 1;
    return 0;
}
