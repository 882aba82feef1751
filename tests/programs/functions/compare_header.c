// What memcmp is given must all be there, however soon it differs.
//@ entry: is_gif
//@ max-length: 4
#include <string.h>

int is_gif(const unsigned char *bytes) {
    return memcmp(bytes, "GIF", 3) == 0; //~ UNLESS null-argument: `bytes` is not NULL //~ UNLESS out-of-bounds-read: `bytes` has at least 3 elements
}
