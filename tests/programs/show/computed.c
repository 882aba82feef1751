// Numbers of all kinds: narrow sums, shifts, masks, choices, and an element that is read and written at an index.
#include "counterpoint.h"

static int is_digit(char c) {
    return (unsigned char)(c - '0') < 10;
}

static unsigned mix(unsigned x, short y) {
    if ((x & 0xf0) == 0x30)
        return x << 3 | (x >> 29);
    if ((x ^ 0xffff) % 7 == 2)
        return x / 3 - 1;
    return y < 0 ? x * 5 : ~x;
}

static long bump(long *table, unsigned i) {
    if (i >= 3)
        return 0;
    table[i] = table[i] * 2;
    return table[0];
}

int main(void) {
    long table[3] = {1, 2, 3};
    unsigned x, i;
    short y;
    char c;
    cp_symbolic(&x, sizeof x, "x");
    cp_symbolic(&y, sizeof y, "y");
    cp_symbolic(&c, sizeof c, "c");
    cp_symbolic(&i, sizeof i, "i");
    return is_digit(c) && mix(x, y) == 12 && bump(table, i) == 2;
}
