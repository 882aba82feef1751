// What a variadic function never asks for can't be given to it.
#include <stdarg.h>

int checked(int count, ...);

int checked(int count, ...) {
    va_list all;
    va_start(all, count);
    int first = va_arg(all, int);
    va_end(all);
    if (first > 3 && first < 5 && first != 4)
        return 1; //~ TARGET unreachable
    return 0;
}
