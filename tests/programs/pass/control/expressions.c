// Comma, conditional, compound assignment and GNU statement expressions.
#include <stdio.h>

#define MAX(a, b)                                                                                                      \
    ({                                                                                                                 \
        __typeof__(a) left = (a);                                                                                      \
        __typeof__(b) right = (b);                                                                                     \
        left > right ? left : right;                                                                                   \
    })

int main(void) {
    int i = 0, j = 10;
    for (; i < j; i += 2, j--)
        ;
    printf("%d %d\n", i, j);
    int value = (i++, j++, i * j);
    printf("%d\n", value);
    printf("%d\n", MAX(i++, 3));
    printf("%d %d\n", i, MAX(-1, -2));
    value <<= 2;
    value |= 3;
    value %= 100;
    value ^= value >> 1;
    printf("%d\n", value);
    printf("%d\n", value > 50 ? value > 70 ? 3 : 2 : 1);
    printf("%d\n", value ?: 99);
    return 0;
}
