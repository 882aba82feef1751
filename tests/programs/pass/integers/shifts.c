// Shifts: arithmetic right for signed, logical for unsigned, every legal amount.
#include <stdint.h>
#include <stdio.h>

int main(void) {
    int negative = -256;
    uint32_t bits = 0x80000001u;
    for (int n = 0; n < 32; n += 5)
        printf("%d: %d %u %u\n", n, negative >> n, bits >> n, bits << n);
    uint64_t one = 1;
    for (int n = 0; n < 64; n += 9)
        printf("%d: %llu\n", n, (unsigned long long)(one << n));
    int64_t low = INT64_MIN;
    printf("%lld %lld\n", (long long)(low >> 63), (long long)(low >> 1));
    unsigned char small = 0x81;
    printf("%d %d\n", small << 4, small >> 4);
    return 0;
}
