// Counting down, with the pointer going up, is a count as well.
//@ entry: clear
//@ paths: 7
#include <stddef.h>

void clear(short *at, unsigned n) {
    if (!at || n > 3)
        return;
    while (n-- > 0)
        *at++ = 0;  //~ UNLESS out-of-bounds-write: `n <= length of at`
}
