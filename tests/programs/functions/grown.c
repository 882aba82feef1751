// What a function is given it may make larger, if there is memory. What it has beyond its first element nothing looks at.
//@ entry: grow
//@ paths: 3
#include <stdlib.h>

int *grow(int *a) {
    if (!a)
        return NULL;
    int *larger = realloc(a, 4 * sizeof *a);
    if (larger)
        larger[3] = larger[0];
    return larger;
}
