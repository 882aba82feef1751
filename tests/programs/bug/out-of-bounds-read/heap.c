// Reading just past a heap block.
#include <stdio.h>
#include <stdlib.h>

static long sum(const int *values, int count) {
    long total = 0;
    for (int i = 1; i <= count; i++)
        total += values[i]; //~ BUG out-of-bounds-read
    return total;
}

int main(void) {
    int *values = calloc(8, sizeof *values);
    if (!values)
        return 1;
    printf("%ld\n", sum(values, 8));
    free(values);
    return 0;
}
