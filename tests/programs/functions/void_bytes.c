// A `void *` that is only copied from is a block of bytes.
//@ entry: first
#include <string.h>

int first(const void *data) {
    unsigned char head[2];
    if (!data)
        return -1;
    memcpy(head, data, sizeof head);  //~ UNLESS out-of-bounds-read: `data` has at least 2 elements
    if (head[0] == 'G' && head[1] == 'Z')
        return 1;
    return 0;
}
