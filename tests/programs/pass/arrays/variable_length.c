// Arrays whose size is known at run time, also as parameters and in loops.
#include <stdio.h>

static int sum(int rows, int columns, int grid[rows][columns]) {
    int total = 0;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            total += grid[i][j];
    return total;
}

int main(void) {
    for (int n = 1; n < 5; n++) {
        int grid[n][n + 1];
        for (int i = 0; i < n; i++)
            for (int j = 0; j <= n; j++)
                grid[i][j] = i * j;
        printf("%d %zu\n", sum(n, n + 1, grid), sizeof grid / sizeof(int));
    }
    int length = 7;
    char text[length + 1];
    for (int i = 0; i < length; i++)
        text[i] = (char)('a' + i);
    text[length] = 0;
    puts(text);
    return 0;
}
