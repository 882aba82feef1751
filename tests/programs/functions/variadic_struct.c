// What is neither a number nor a string can't be made.
//@ entry: first
//@ paths: 1
//@ complete: false
//@ stopped: a further argument that is neither a number nor a string
#include <stdarg.h>

struct large {
    int numbers[9];
};

int first(int count, ...) {
    if (count <= 0)
        return -1;
    va_list list;
    va_start(list, count);
    struct large large = va_arg(list, struct large);
    va_end(list);
    return large.numbers[0];
}
