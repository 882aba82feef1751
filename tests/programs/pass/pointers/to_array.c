// Pointers to whole arrays and arrays of pointers.
#include <stdio.h>

static int trace(int (*matrix)[3]) { return matrix[0][0] + matrix[1][1] + matrix[2][2]; }

static int (*row(int (*matrix)[3], int at))[3] { return &matrix[at]; }

int main(void) {
    int matrix[3][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
    int(*second)[3] = row(matrix, 1);
    printf("%d %d %zu\n", trace(matrix), (*second)[2], sizeof *second);
    int *columns[3] = {&matrix[0][0], &matrix[0][1], &matrix[0][2]};
    for (int c = 0; c < 3; c++)
        printf("%d ", columns[c][3]);
    putchar('\n');
    return 0;
}
