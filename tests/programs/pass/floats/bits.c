// The bit patterns of floats, taken apart and put together.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint32_t bits_of(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static double from_parts(int sign, int exponent, uint64_t fraction) {
    uint64_t bits = (uint64_t)sign << 63 | (uint64_t)(exponent + 1023) << 52 | fraction;
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

int main(void) {
    printf("%08x %08x %08x %08x\n", bits_of(1.0f), bits_of(-0.0f), bits_of(0.1f), bits_of(1e-45f));
    printf("%.17g %.17g\n", from_parts(1, 3, 1ull << 51), from_parts(0, -1023, 1));
    union {
        double value;
        uint64_t bits;
    } pun = {.value = 0.1 + 0.2};
    printf("%016llx %d\n", (unsigned long long)pun.bits, 0.1 + 0.2 == 0.3);
    return 0;
}
