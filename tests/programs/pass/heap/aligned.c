// Aligned allocation in its three spellings.
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    void *blocks[3] = {aligned_alloc(64, 128), NULL, malloc(24)};
    if (posix_memalign(&blocks[1], 256, 10))
        return 1;
    printf("%d %d %d\n", (int)((uintptr_t)blocks[0] % 64), (int)((uintptr_t)blocks[1] % 256),
           (int)((uintptr_t)blocks[2] % 16));
    memset(blocks[0], 1, 128);
    memset(blocks[1], 2, 10);
    printf("%d %d\n", ((char *)blocks[0])[127], ((char *)blocks[1])[9]);
    for (int i = 0; i < 3; i++)
        free(blocks[i]);
    int *array = reallocarray(NULL, 4, sizeof *array);
    if (!array)
        return 1;
    array[3] = 9;
    array = reallocarray(array, 8, sizeof *array);
    if (!array)
        return 1;
    printf("%d\n", array[3]);
    free(array);
    return 0;
}
