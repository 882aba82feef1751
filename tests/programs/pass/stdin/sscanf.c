// Scanning a string: literal text, percent, failure in the middle, hexadecimal.
#include <stdio.h>

int main(void) {
    int year, month, day;
    int n = sscanf("2024-02-29", "%d-%d-%d", &year, &month, &day);
    printf("%d %d %d %d\n", n, year, month, day);
    n = sscanf("2024/02", "%d-%d", &year, &month);
    printf("%d\n", n);
    unsigned red, green, blue;
    n = sscanf("#ff8040", "#%2x%2x%2x", &red, &green, &blue);
    printf("%d %u %u %u\n", n, red, green, blue);
    int percent;
    n = sscanf("75% done", "%d%% done", &percent);
    printf("%d %d\n", n, percent);
    char a[8], b[8];
    n = sscanf("x", "%7s %7s", a, b);
    printf("%d %s\n", n, a);
    printf("%d %d\n", sscanf("", "%d", &n), sscanf("abc", "%d", &n));
    signed char tiny;
    size_t size;
    n = sscanf("-5 77", "%hhd %zu", &tiny, &size);
    printf("%d %d %zu\n", n, tiny, size);
    return 0;
}
