// Bytes that are copied out of what a `void *` leads to are no pointer: that ends the path, and is said.
//@ entry: through
//@ complete: false
//@ stopped: no bytes that a `void *` leads to are a pointer
#include <string.h>

int through(const void *data) {
    if (!data)
        return 0;
    int *number;
    memcpy(&number, data, sizeof number);  //~ UNLESS out-of-bounds-read: `data` has at least
    if (number && *number == 3)
        return 1;
    return 2;
}
