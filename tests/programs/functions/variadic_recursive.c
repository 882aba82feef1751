// A function that calls itself gives itself what it says.
//@ entry: depth
//@ paths: 4
#include <stdarg.h>

int depth(int count, ...) {
    if (count == 9)
        return depth(1, 3) + 10;
    if (count != 1)
        return 0;
    va_list list;
    va_start(list, count);
    int given = va_arg(list, int);
    va_end(list);
    return given == 3 ? 1 : 2;
}
