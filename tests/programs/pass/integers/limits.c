// The extreme values of each type, printed and stepped through without overflow.
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

int main(void) {
    printf("%d %d %d\n", SCHAR_MIN, SCHAR_MAX, UCHAR_MAX);
    printf("%d %d %d\n", SHRT_MIN, SHRT_MAX, USHRT_MAX);
    printf("%d %d %u\n", INT_MIN, INT_MAX, UINT_MAX);
    printf("%lld %lld %llu\n", LLONG_MIN, LLONG_MAX, ULLONG_MAX);
    int32_t middle = INT32_MIN / 2 + INT32_MAX / 2;
    printf("%d %d\n", middle, INT_MIN + INT_MAX);
    printf("%d\n", -(INT_MIN + 1) == INT_MAX);
    printf("%d\n", (int)((unsigned)INT_MAX + 1u) == INT_MIN);
    return 0;
}
