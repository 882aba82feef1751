//@ why: `sum` can't be started from
// There is no `main`, and the only function that calls the target takes any number of arguments.
#include <stdarg.h>

int sum(int count, ...);

int sum(int count, ...) {
    va_list all;
    int found = 0;
    va_start(all, count);
    while (count-- > 0)
        found += va_arg(all, int) == 7; //~ TARGET unknown
    va_end(all);
    return found;
}

int is_positive(int x);

int is_positive(int x) {
    return x > 0;
}
