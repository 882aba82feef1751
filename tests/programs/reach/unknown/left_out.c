//@ why: `sum` can't be started from
// There is no `main`, and the only function that has the target takes two lists of arguments.
#include <stdarg.h>

int sum(int count, va_list all, va_list others);

int sum(int count, va_list all, va_list others) {
    int found = 0;
    while (count-- > 0)
        found += va_arg(all, int) == va_arg(others, int); //~ TARGET unknown
    return found;
}

int is_positive(int x);

int is_positive(int x) {
    return x > 0;
}
