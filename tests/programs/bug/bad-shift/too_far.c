// A mask for all 32 bits shifts by 32.
#include <stdio.h>

static unsigned mask(int bits) {
    return (1u << bits) - 1; //~ BUG bad-shift
}

int main(void) {
    for (int bits = 0; bits <= 32; bits += 8)
        printf("%u\n", mask(bits));
    return 0;
}
