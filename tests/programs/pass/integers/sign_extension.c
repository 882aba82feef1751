// Loading narrow values into wide ones, with and without a sign, through every width.
#include <stdint.h>
#include <stdio.h>

int main(void) {
    char plain = (char)0x80;
    signed char s8 = -128;
    unsigned char u8 = 0x80;
    int16_t s16 = -2;
    uint16_t u16 = 0xfffe;
    int32_t s32 = -3;
    uint32_t u32 = 0xfffffffd;
    printf("%d %d %d\n", plain, s8, u8);
    printf("%lld %lld\n", (long long)s8, (long long)u8);
    printf("%d %d %lld %llu\n", s16, u16, (long long)s32, (unsigned long long)u32);
    printf("%llx %llx\n", (unsigned long long)s8, (unsigned long long)(unsigned)s8);
    printf("%x %x\n", (unsigned)(uint16_t)s8, (unsigned)(uint8_t)s16);
    int64_t wide = (int32_t)u32;
    wide = wide * s16 + (int8_t)u8;
    printf("%lld\n", (long long)wide);
    int index = -1;
    const int values[3] = {10, 20, 30}, *middle = &values[1];
    printf("%d %d\n", middle[index], middle[(signed char)1]);
    return 0;
}
