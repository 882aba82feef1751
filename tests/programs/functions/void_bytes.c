// What is gone through byte by byte is bytes, as many as the number says.
//@ entry: has_seven
//@ max-length: 5
//@ complete: false
//@ stopped: the limit of 5 elements
#include <stddef.h>

int has_seven(const void *data, size_t size) {
    const unsigned char *bytes = data;
    for (size_t i = 0; i < size; i++)
        if (bytes[i] == 7)  //~ UNLESS null-dereference: `data` is not NULL //~ UNLESS out-of-bounds-read: `data` has at least
            return 1;
    return 0;
}
