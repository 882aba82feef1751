// memcpy from an array takes as much as there is.
//@ entry: parse
//@ paths: 4
#include <stdint.h>
#include <string.h>

int parse(const uint16_t *words) {
    uint32_t both;
    memcpy(&both, words, sizeof both);  //~ UNLESS null-argument: `words` is not NULL //~ UNLESS out-of-bounds-read: `words` has at least 2 elements
    if (both == 0x01020304)
        return 1;
    return 0;
}
