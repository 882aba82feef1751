// The size of the wrong thing.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    short *values = malloc(10 * sizeof(short));
    if (!values)
        return 1;
    memset(values, 0, 10 * sizeof(int)); //~ BUG out-of-bounds-write
    printf("%d\n", values[0]);
    free(values);
    return 0;
}
