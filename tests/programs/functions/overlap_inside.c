// Two pointers may lead into one array, neither to its beginning: `&pairs[0].second` and `&pairs[1]`.
//@ entry: adjacent
//@ max-length: 3
#include <stdlib.h>

struct pair {
    unsigned short first, second;
};

int adjacent(const unsigned short *a, struct pair *b) {
    if (!a || !b)
        return 0;
    unsigned short before = a[1]; //~ UNLESS out-of-bounds-read: `a` has at least 2 elements
    b->first = 5;
    if ((const void *)(a + 1) != (const void *)b)
        return 1;
    if (before == 4 && a[1] == 5)
        abort(); //~ UNLESS abort: `b` points to nothing of `a`
    return 2;
}
