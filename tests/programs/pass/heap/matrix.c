// An array of pointers to rows, and an arena that hands out parts of one block.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct arena {
    char *memory;
    size_t used, size;
};

static void *take(struct arena *arena, size_t size) {
    size_t start = (arena->used + 15) & ~(size_t)15;
    if (start + size > arena->size)
        return NULL;
    arena->used = start + size;
    return arena->memory + start;
}

int main(void) {
    struct arena arena = {malloc(512), 0, 512};
    if (!arena.memory)
        return 1;
    int **rows = take(&arena, 5 * sizeof *rows);
    for (int i = 0; i < 5; i++) {
        rows[i] = take(&arena, (size_t)(i + 1) * sizeof **rows);
        for (int j = 0; j <= i; j++)
            rows[i][j] = j == 0 || j == i ? 1 : rows[i - 1][j - 1] + rows[i - 1][j];
    }
    for (int i = 0; i < 5; i++)
        printf("%d ", rows[i][i / 2]);
    printf("%d %d\n", take(&arena, 1000) == NULL, (int)((uintptr_t)rows[3] % 16));
    free(arena.memory);
    return 0;
}
