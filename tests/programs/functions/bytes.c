// unsigned char * is an array of numbers, no string: a zero is not its end.
//@ entry: checksum
//@ paths: 6
#include <stddef.h>

int checksum(const unsigned char *bytes, size_t size) {
    if (size != 3 || !bytes)
        return -1;
    unsigned char sum = 0;
    for (size_t i = 0; i < size; i++)
        sum += bytes[i];  //~ UNLESS out-of-bounds-read: `bytes` has at least
    if (sum == 0)
        return 0;
    return 1;
}
