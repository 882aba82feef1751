// From a null pointer no index leads anywhere, however large: what is wrong is the pointer.
//@ entry: peek
//@ max-length: 2
//@ complete: false
//@ stopped: limit of 2 elements
#include <stddef.h>

struct ring {
    int *data;
    size_t head;
};

int peek(const struct ring *r) {
    return r->data[r->head]; //~ BUG out-of-bounds-read //~ UNLESS null-dereference: `r->data` is not NULL //~ UNLESS out-of-bounds-read: `r->data` has
}
