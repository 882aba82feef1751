// Walking an array forwards, backwards and in strides.
#include <stdio.h>

int main(void) {
    int values[8];
    for (int *p = values; p < values + 8; p++)
        *p = (int)(p - values) * 3;
    int *end = values + 8;
    while (end != values)
        printf("%d ", *--end);
    putchar('\n');
    for (int *p = values + 1; p < values + 8; p += 3)
        printf("%d ", *p);
    int *middle = &values[4];
    printf("\n%d %d %d %d\n", middle[-2], *(middle + 2), 3 [middle], *middle);
    int before = *middle++;
    int after = ++*middle;
    printf("%d %d %d\n", before, after, values[5]);
    return 0;
}
