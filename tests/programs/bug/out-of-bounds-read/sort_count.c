// qsort told that the array is longer than it is.
#include <stdio.h>
#include <stdlib.h>

static int ascending(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b; //~ BUG out-of-bounds-read
}

int main(void) {
    int *values = malloc(4 * sizeof *values);
    if (!values)
        return 1;
    for (int i = 0; i < 4; i++)
        values[i] = 4 - i;
    qsort(values, 5, sizeof *values, ascending);
    printf("%d\n", values[0]);
    free(values);
    return 0;
}
