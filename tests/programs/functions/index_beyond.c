// An index may leave an array before its beginning, or behind all that is explored: behind it, a longer array has an element.
//@ entry: peek
//@ complete: false
//@ stopped: limit of 8 elements
//@ options: --search=bfs
#include <stddef.h>

int peek(const int *data, size_t head) {
    if (!data)
        return 0;
    int value = data[head]; //~ BUG out-of-bounds-read //~ UNLESS out-of-bounds-read: `data` has at least
    if (head == 100)
        return 7;
    return value;
}
