// There may be more arguments than are explored.
//@ entry: any
//@ complete: false
//@ stopped: no more than 8 arguments beyond its parameters
#include <stdarg.h>

int any(int count, ...) {
    va_list list;
    va_start(list, count);
    int found = 0;
    for (int i = 0; i < count; i++)
        found |= va_arg(list, int) == 1;
    va_end(list);
    return found;
}
