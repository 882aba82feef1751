// Nested loops over two-dimensional arrays of doubles: a matrix multiplied by itself.
#include <stdio.h>
#include <stdlib.h>

enum { SIZE = 64 };

static double a[SIZE][SIZE], product[SIZE][SIZE];

static void multiply(void)
{
    for (int row = 0; row < SIZE; row++)
        for (int column = 0; column < SIZE; column++) {
            double sum = 0;
            for (int k = 0; k < SIZE; k++)
                sum += a[row][k] * a[k][column];
            product[row][column] = sum;
        }
}

int main(int argc, char **argv)
{
    int rounds = argc > 1 ? atoi(argv[1]) : 6;
    double trace = 0;
    for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < SIZE; i++)
            for (int j = 0; j < SIZE; j++)
                a[i][j] = (i * 7 + j * 3 + round) % 11 - 5;
        multiply();
        for (int i = 0; i < SIZE; i++)
            trace += product[i][i];
    }
    printf("matmul %.1f\n", trace);
    return 0;
}
