// Comparisons between signed and unsigned operands follow the usual conversions.
#include <limits.h>
#include <stdio.h>

int main(void) {
    int minus = -1;
    unsigned one = 1;
    long wide = -1;
    printf("%d %d %d\n", minus < (int)one, (unsigned)minus < one, wide < one);
    printf("%d %d\n", INT_MIN < 0, (unsigned)INT_MIN > INT_MAX);
    unsigned char byte = 255;
    signed char same = (signed char)byte;
    printf("%d %d\n", byte == same, byte == (unsigned char)same);
    for (unsigned i = 3; i + 1 > 0; i--)
        printf("%u ", i);
    putchar('\n');
    return 0;
}
