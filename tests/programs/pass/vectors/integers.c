// Vectors of integers: arithmetic, shifts, comparison masks and element access.
#include <stdio.h>

typedef int int4 __attribute__((vector_size(16)));
typedef unsigned char byte16 __attribute__((vector_size(16)));

static void show(int4 v) { printf("%d %d %d %d\n", v[0], v[1], v[2], v[3]); }

int main(void) {
    int4 a = {1, -2, 3, -4}, b = {10, 20, 30, 40};
    show(a + b);
    show(a * b - 1);
    show(b / 3);
    show(b % 7);
    show(b << 2 | 1);
    show(a >> 1);
    show(a < 0);
    show(-a ^ b);
    a[2] = 99;
    int i = 3;
    a[i] += 5;
    show(a);
    byte16 bytes = {0};
    bytes += 250;
    bytes[4] += 10;
    int sum = 0;
    for (int at = 0; at < 16; at++)
        sum += bytes[at];
    printf("%d\n", sum);
    return 0;
}
