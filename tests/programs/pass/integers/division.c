// Division truncates towards zero; the remainder has the dividend's sign.
#include <stdio.h>

static void show(int a, int b) {
    printf("%d / %d = %d, %d %% %d = %d\n", a, b, a / b, a, b, a % b);
}

int main(void) {
    show(7, 2);
    show(-7, 2);
    show(7, -2);
    show(-7, -2);
    show(-2147483647, 10);
    printf("%u %u\n", 4000000000u / 7, 4000000000u % 7);
    printf("%lld %lld\n", -9000000000000000000LL / 1000000007, -9000000000000000000LL % 1000000007);
    printf("%llu\n", 18446744073709551615ULL / 3);
    signed char c = -128;
    printf("%d\n", c / -1);
    return 0;
}
