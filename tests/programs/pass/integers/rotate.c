// Rotation written with two shifts, which optimisers turn into one instruction.
#include <stdint.h>
#include <stdio.h>

static uint32_t rotl32(uint32_t x, unsigned n) { return x << (n & 31) | x >> (-n & 31); }
static uint64_t rotr64(uint64_t x, unsigned n) { return x >> (n & 63) | x << (-n & 63); }
static uint8_t rotl8(uint8_t x, unsigned n) { return (uint8_t)(x << (n & 7) | x >> (-n & 7)); }

int main(void) {
    for (unsigned n = 0; n <= 64; n += 8)
        printf("%08x %016llx\n", rotl32(0x12345678u, n + 3), (unsigned long long)rotr64(0x0123456789abcdefu, n + 1));
    for (unsigned n = 0; n < 8; n++)
        printf("%02x ", rotl8(0x96, n));
    putchar('\n');
    return 0;
}
