// An argument behind one that nothing was read of can't be placed, which is said.
//@ entry: behind
//@ cflags: -O0
//@ complete: false
//@ stopped: arguments beyond its parameters are asked for one after the other
#include <stdarg.h>
#include <stdlib.h>

struct large {
    long a, b, c;
};

int behind(int count, ...) {
    va_list list;
    va_start(list, count);
    (void)va_arg(list, struct large);
    int next = va_arg(list, int);
    va_end(list);
    if (next == 5)
        abort();
    return 1;
}
