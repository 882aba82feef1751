// A loop up to two numbers needs no more than the lesser of them.
//@ entry: same
//@ paths: 10
#include <stddef.h>

int same(const unsigned *a, unsigned n, unsigned m) {
    int same = 0;
    if (!a || n > 3 || m > 2)
        return -1;
    for (unsigned i = 0; i < n && i < m; i++)
        same += a[i] == 7;  //~ UNLESS out-of-bounds-read: `min(n, m) <= length of a`
    return same;
}
