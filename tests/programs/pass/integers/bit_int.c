// Integers of odd widths wrap and compare at exactly that width.
#include <stdio.h>

typedef unsigned _BitInt(7) u7;
typedef _BitInt(17) i17;
typedef unsigned _BitInt(33) u33;

int main(void) {
    u7 small = 127;
    small++;
    printf("%u\n", (unsigned)small);
    i17 wide = 65535;
    wide = -wide - 1;
    printf("%d\n", (int)wide);
    u33 top = (u33)1 << 32;
    printf("%llu %llu\n", (unsigned long long)top, (unsigned long long)(u33)(top + top));
    i17 table[3] = {-1, 5, -65536};
    long sum = 0;
    for (int i = 0; i < 3; i++)
        sum += (long)table[i];
    printf("%ld\n", sum);
    return 0;
}
