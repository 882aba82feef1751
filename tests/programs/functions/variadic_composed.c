// What a function hands on to others is made there: they are explored with it, whatever the mode.
//@ entry: any
//@ options: --mode=smart
//@ complete: false
//@ stopped: no more than 8 arguments beyond its parameters
#include <stdarg.h>

static int count_threes(int count, va_list list) {
    int found = 0;
    while (count-- > 0)
        if (va_arg(list, int) == 3)
            found++;
    return found;
}

int any(int count, ...) {
    if (count < 0)
        return -1;
    va_list list;
    va_start(list, count);
    int found = count_threes(count, list);
    va_end(list);
    return found > 0;
}
