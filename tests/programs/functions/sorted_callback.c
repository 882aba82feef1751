// What is sorted has all its elements, also those that a comparison from outside doesn't look at.
//@ entry: sort
//@ max-length: 3
#include <stdlib.h>

int sort(int *a, unsigned n, int (*compare)(const void *, const void *)) {
    if (!a || !compare || n < 2 || n > 3)
        return -1;
    qsort(a, n, sizeof *a, compare); //~ UNLESS out-of-bounds-read: `a` has at least 2 elements
    return a[0] == 3;
}
