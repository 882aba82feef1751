// Where the undefined bits are shifted to depends on an input: one case is explored.
//@ entry: bit
//@ complete: false
#include <string.h>

int bit(unsigned n) {
    unsigned char bytes[4];
    unsigned word;
    bytes[1] = bytes[2] = bytes[3] = 1;
    memcpy(&word, bytes, sizeof word);
    if (n > 31)
        return 2;
    if ((word >> n) & 1) //~ BUG uninitialised-read
        return 1;
    return 0;
}
