// printf of integers: flags, widths, precisions and length modifiers.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

int main(void) {
    printf("[%d] [%5d] [%-5d] [%05d] [%+d] [% d]\n", 42, 42, 42, 42, 42, 42);
    printf("[%x] [%X] [%#x] [%o] [%#o]\n", 48879, 48879, 48879, 8, 8);
    printf("[%hhd] [%hd] [%ld] [%lld] [%zu] [%td]\n", (signed char)-1, (short)-2, -3L, -4LL, (size_t)5, (ptrdiff_t)-6);
    printf("[%.3d] [%8.3d] [%-8.3d] [%.0d]\n", 7, 7, -7, 0);
    printf("[%u] [%llu] [%jd]\n", 4294967295u, 18446744073709551615ull, (intmax_t)-7);
    printf("[%c] [%3c] [%-3c] [%%]\n", 'a', 'b', 'c');
    printf("[%s] [%6s] [%-6s] [%.2s] [%*s]\n", "abc", "abc", "abc", "abc", 5, "x");
    int written = printf("%s\n", "count me");
    printf("%d\n", written);
    return 0;
}
