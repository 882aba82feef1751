// Integers to floating point and back: rounding, truncation and the 64-bit unsigned case.
#include <stdint.h>
#include <stdio.h>

int main(void) {
    int values[] = {0, -1, 16777217, -2147483647};
    for (int i = 0; i < 4; i++)
        printf("%.1f %.1f\n", (double)(float)values[i], (double)values[i]);
    double halves[] = {2.5, -2.5, 0.999, -0.999, 2147483646.75};
    for (int i = 0; i < 5; i++)
        printf("%d ", (int)halves[i]);
    putchar('\n');
    uint64_t big = UINT64_MAX - 1023;
    printf("%.1f %.1f\n", (double)big, (double)(float)big);
    printf("%llu\n", (unsigned long long)1.8e19);
    printf("%u\n", (unsigned)4.2e9f);
    printf("%.17g %.9g\n", (double)0.1f, (double)(float)0.1);
    printf("%d %d\n", (unsigned char)200.9, (signed char)-100.9f);
    return 0;
}
