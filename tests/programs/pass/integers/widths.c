// Every width wraps at its own size when it is stored and loaded again.
#include <stdint.h>
#include <stdio.h>

int main(void) {
    uint8_t u8 = 250;
    uint16_t u16 = 65530;
    uint32_t u32 = 4294967290u;
    uint64_t u64 = 18446744073709551610u;
    int8_t i8 = 120;
    int16_t i16 = 32760;
    for (int i = 0; i < 10; i++) {
        u8++;
        u16++;
        u32++;
        u64++;
        i8++;
        i16++;
    }
    printf("%u %u %u %llu\n", u8, u16, u32, (unsigned long long)u64);
    printf("%d %d\n", i8, i16);
    printf("%d %d %d\n", (int8_t)0x1ff, (int16_t)0x18000, (int32_t)0x1ffffffffLL);
    return 0;
}
