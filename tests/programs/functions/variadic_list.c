// A `va_list` comes from a function that was given what is asked for.
//@ entry: count_sevens
//@ paths: 9
#include <stdarg.h>

int count_sevens(va_list list, char count) {
    int found = 0;
    if (count < 0 || count > 2)
        return -1;
    while (count-- > 0)
        if (va_arg(list, int) == 7)
            found++;
    return found;
}
