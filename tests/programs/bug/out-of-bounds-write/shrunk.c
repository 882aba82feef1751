// After realloc has made the block smaller, the old size no longer holds.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *values = calloc(16, sizeof *values);
    if (!values)
        return 1;
    int *smaller = realloc(values, 4 * sizeof *values);
    if (!smaller)
        return 1;
    for (int i = 0; i < 16; i++)
        smaller[i] = i; //~ BUG out-of-bounds-write
    printf("%d\n", smaller[0]);
    free(smaller);
    return 0;
}
