// The old pointer kept after realloc moved the block.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *values = malloc(2 * sizeof *values);
    if (!values)
        return 1;
    int *first = &values[0];
    values = realloc(values, 100000 * sizeof *values);
    if (!values)
        return 1;
    *first = 5; //~ BUG use-after-free
    printf("%d\n", values[0]);
    free(values);
    return 0;
}
