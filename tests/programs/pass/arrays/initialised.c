// Partial and string initialisers; what is not named is zero.
#include <stdio.h>

int main(void) {
    int partial[5] = {1, 2};
    char exact[5] = "hello";
    char padded[10] = "hi";
    char grid[3][4] = {"ab", "cde"};
    double zeros[100] = {0};
    int sum = 0;
    for (int i = 0; i < 5; i++)
        sum += partial[i];
    double total = 0;
    for (int i = 0; i < 100; i++)
        total += zeros[i];
    printf("%d %g %.5s %s %d\n", sum, total, exact, padded, padded[9]);
    printf("%s %s [%s] %zu\n", grid[0], grid[1], grid[2], sizeof "four");
    for (int round = 0; round < 2; round++) {
        int fresh[3] = {round};
        fresh[1]++;
        printf("%d %d %d\n", fresh[0], fresh[1], fresh[2]);
    }
    return 0;
}
