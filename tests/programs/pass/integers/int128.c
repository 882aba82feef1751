// 128-bit integers: products, division, shifts and comparison.
#include <stdint.h>
#include <stdio.h>

typedef unsigned __int128 u128;

static void print_u128(u128 value) {
    char digits[40];
    int at = sizeof digits;
    digits[--at] = 0;
    do {
        digits[--at] = (char)('0' + (int)(value % 10));
        value /= 10;
    } while (value);
    puts(digits + at);
}

static u128 factorial(unsigned n) { return n < 2 ? 1 : n * factorial(n - 1); }

int main(void) {
    print_u128(factorial(34));
    print_u128((u128)UINT64_MAX * UINT64_MAX);
    print_u128(((u128)1 << 127) >> 3);
    print_u128(~(u128)0);
    __int128 negative = -(__int128)1000000000000000000 * 1000000000;
    printf("%lld\n", (long long)(negative / 1000000007));
    printf("%d %d\n", negative < 0, (uint64_t)(negative >> 64) == 0xfffffffffcc4d1c3u);
    print_u128((u128)123456789 * 987654321 % 1000000007);
    return 0;
}
