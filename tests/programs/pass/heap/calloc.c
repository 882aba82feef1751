// calloc zeroes, also memory that was used before; free(NULL) and malloc(0) are fine.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *used = malloc(64);
    if (!used)
        return 1;
    memset(used, 0xaa, 64);
    free(used);
    long *zeros = calloc(8, sizeof *zeros);
    if (!zeros)
        return 1;
    long sum = 0;
    for (int i = 0; i < 8; i++)
        sum |= zeros[i];
    printf("%ld\n", sum);
    free(zeros);
    free(NULL);
    void *empty = malloc(0);
    free(empty);
    void *first = realloc(NULL, 10);
    printf("%d\n", first != NULL);
    free(first);
    return 0;
}
