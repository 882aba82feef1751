// What callers give is theirs to choose, as long as it is what is asked for.
//@ entry: share
//@ paths: 3
#include <stdarg.h>

int share(int total, ...) {
    va_list list;
    va_start(list, total);
    int parts = va_arg(list, int);
    va_end(list);
    return parts == -1 ? 0 : total / parts; //~ BUG division-by-zero
}
