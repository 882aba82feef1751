// Handing a va_list on, to our own functions and to the library's.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static void report(const char *level, const char *format, ...) {
    va_list list;
    va_start(list, format);
    printf("%s: ", level);
    vprintf(format, list);
    putchar('\n');
    va_end(list);
}

static char *text(const char *format, ...) {
    va_list list;
    va_start(list, format);
    va_list measure;
    va_copy(measure, list);
    int length = vsnprintf(NULL, 0, format, measure);
    va_end(measure);
    char *result = malloc((size_t)length + 1);
    if (!result)
        exit(1);
    vsnprintf(result, (size_t)length + 1, format, list);
    va_end(list);
    return result;
}

static int next(va_list *list) { return va_arg(*list, int); }

static int pairs(int count, ...) {
    va_list list;
    va_start(list, count);
    int sum = 0;
    while (count--) {
        int left = next(&list);
        sum += left * next(&list);
    }
    va_end(list);
    return sum;
}

int main(void) {
    report("warning", "%s has %d of %.1f%%", "disk", 3, 99.5);
    report("note", "plain");
    char *made = text("%d-%s-%c-%08.3f-%lx", 7, "seven", '7', 7.7, 0x77L);
    puts(made);
    free(made);
    printf("%d\n", pairs(4, 1, 2, 3, 4, 5, 6, 7, 8));
    return 0;
}
