// A variadic function is given what it asks for, as it asks for it.
//@ entry: sum
//@ paths: 9
#include <stdarg.h>

int sum(int count, ...) {
    if (count < 0 || count > 2)
        return -1;
    va_list list;
    va_start(list, count);
    int sum = 0;
    while (count-- > 0)
        if (va_arg(list, int) == 7)
            sum++;
    va_end(list);
    return sum;
}
