// Neighbours: the loop ends one before the number.
//@ entry: is_sorted
//@ max-length: 3
//@ complete: false
//@ stopped: the limit of 3 elements of an input array or string
#include <stdbool.h>
#include <stddef.h>

bool is_sorted(const int *a, size_t n) {
    for (size_t i = 0; a && i + 1 < n; i++)
        if (a[i] > a[i + 1])  //~ UNLESS out-of-bounds-read: `n <= length of a`
            return false;
    return true;
}
