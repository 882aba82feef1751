// A list that is copied, handed on, or begun again gives the same.
//@ entry: same
//@ paths: 2
#include <stdarg.h>

static int next(va_list *list) {
    return va_arg(*list, int);
}

int same(int count, ...) {
    va_list list, copy;
    va_start(list, count);
    va_copy(copy, list);
    int first = next(&list), again = va_arg(copy, int);
    va_end(list);
    va_end(copy);
    va_start(list, count);
    int third = va_arg(list, int);
    va_end(list);
    if (first != again || first != third)
        return -1;
    return first == 5 ? 1 : 0;
}
