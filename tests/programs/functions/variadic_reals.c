// Where they are passed depends on what they are.
//@ entry: largest
//@ paths: 8
#include <stdarg.h>

int largest(int real, ...) {
    va_list list;
    va_start(list, real);
    int large;
    if (real)
        large = va_arg(list, double) > 2.5 ? 1 : 0;
    else
        large = va_arg(list, int) > 2 ? 2 : 3;
    // The second is the same, whatever was before it.
    if (va_arg(list, int) == 4)
        large = 4;
    va_end(list);
    return large > 3 ? 4 : large;
}
