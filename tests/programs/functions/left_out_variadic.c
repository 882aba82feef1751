// More arguments than the prototype says.
//@ entry: sum
//@ error: `sum` can't be an entry: it takes a variable number of arguments
#include <stdarg.h>

int sum(int count, ...) {
    va_list list;
    va_start(list, count);
    int sum = 0;
    while (count-- > 0)
        sum += va_arg(list, int);
    va_end(list);
    return sum;
}
