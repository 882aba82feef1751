// Three-dimensional indexing and a matrix product.
#include <stdio.h>

enum { N = 4 };

static void product(double out[N][N], double a[N][N], double b[N][N]) {
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            out[i][j] = 0;
            for (int k = 0; k < N; k++)
                out[i][j] += a[i][k] * b[k][j];
        }
}

int main(void) {
    double a[N][N], b[N][N], c[N][N];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = i + j;
            b[i][j] = i == j ? 2 : 0.5;
        }
    product(c, a, b);
    printf("%g %g %g\n", c[0][0], c[1][2], c[3][3]);
    char cube[2][3][4];
    int next = 0;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 4; k++)
                cube[i][j][k] = (char)next++;
    printf("%d %d\n", cube[1][2][3], *(&cube[0][0][0] + 2 * 4 + 1));
    return 0;
}
