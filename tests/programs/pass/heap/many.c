// Thousands of blocks of changing sizes, freed in another order than they were made.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SLOTS = 64, ROUNDS = 4000 };

int main(void) {
    unsigned char *blocks[SLOTS] = {NULL};
    size_t sizes[SLOTS] = {0};
    unsigned seed = 1;
    unsigned long sum = 0;
    for (int i = 0; i < ROUNDS; i++) {
        seed = seed * 1103515245u + 12345u;
        unsigned slot = seed >> 16 & (SLOTS - 1);
        for (size_t j = 0; j < sizes[slot]; j += 16)
            sum += blocks[slot][j];
        free(blocks[slot]);
        sizes[slot] = 1 + (seed >> 22) % 300;
        blocks[slot] = malloc(sizes[slot]);
        if (!blocks[slot])
            return 1;
        memset(blocks[slot], i & 0xff, sizes[slot]);
    }
    for (int i = 0; i < SLOTS; i++)
        free(blocks[i]);
    printf("%lu\n", sum);
    return 0;
}
