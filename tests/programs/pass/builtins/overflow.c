// Checked arithmetic in every signedness and width.
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

int main(void) {
    int r;
    unsigned u;
    long long l;
    uint8_t b;
    printf("%d ", __builtin_add_overflow(INT_MAX, 1, &r));
    printf("%d\n", r);
    printf("%d ", __builtin_sub_overflow(INT_MIN, 1, &r));
    printf("%d\n", r);
    printf("%d ", __builtin_mul_overflow(65536, 65536, &r));
    printf("%d\n", r);
    printf("%d ", __builtin_mul_overflow(46340, 46340, &r));
    printf("%d\n", r);
    printf("%d ", __builtin_sub_overflow(3u, 5u, &u));
    printf("%u\n", u);
    printf("%d ", __builtin_mul_overflow(LLONG_MAX, 2LL, &l));
    printf("%lld\n", l);
    printf("%d ", __builtin_add_overflow(200, 100, &b));
    printf("%d\n", b);
    printf("%d ", __builtin_add_overflow(-1, 5u, &u));
    printf("%u\n", u);
    return 0;
}
