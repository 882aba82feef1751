// Counting and reversing bits, byte order, parity.
#include <stdint.h>
#include <stdio.h>

int main(void) {
    unsigned values[] = {1, 0x80000000u, 0x00f0f000u, 0xffffffffu, 12345};
    for (int i = 0; i < 5; i++) {
        unsigned v = values[i];
        uint64_t wide = (uint64_t)v << 20 | 1;
        printf("%d %d %d %d %d | %d %d %d | %08x\n", __builtin_popcount(v), __builtin_clz(v), __builtin_ctz(v),
               __builtin_parity(v), __builtin_ffs((int)v), __builtin_popcountll(wide), __builtin_clzll(wide),
               __builtin_ctzll(wide), __builtin_bitreverse32(v));
    }
    printf("%04x %08x %016llx\n", __builtin_bswap16(0x1234), __builtin_bswap32(0x12345678u),
           (unsigned long long)__builtin_bswap64(0x0123456789abcdefu));
    printf("%d %d\n", __builtin_clrsb(-1), __builtin_ffsll(0));
    return 0;
}
