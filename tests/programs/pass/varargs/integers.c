// A variadic function of integers, more than fit in registers.
#include <stdarg.h>
#include <stdio.h>

static long sum(int count, ...) {
    va_list list;
    va_start(list, count);
    long total = 0;
    for (int i = 0; i < count; i++)
        total = total * 3 + va_arg(list, int);
    va_end(list);
    return total;
}

static int length(const char *first, ...) {
    va_list list;
    va_start(list, first);
    int count = 0;
    for (const char *word = first; word; word = va_arg(list, const char *))
        count++;
    va_end(list);
    return count;
}

int main(void) {
    printf("%ld %ld\n", sum(0), sum(3, 1, 2, 3));
    printf("%ld\n", sum(12, 1, -2, 3, -4, 5, -6, 7, -8, 9, -10, 11, -12));
    printf("%d\n", length("a", "b", "c", "d", "e", "f", "g", "h", (char *)NULL));
    return 0;
}
