// What the C library prints by a format is given, too, and printing decides nothing.
//@ entry: say
//@ max-length: 2
//@ paths: 5
//@ complete: false
//@ stopped: the limit of 2 elements
#include <stdarg.h>
#include <stdio.h>

void say(int level, const char *format, ...) {
    if (level < 3)
        return;
    va_list list;
    va_start(list, format);
    vfprintf(stderr, format, list); //~ UNLESS null-dereference: `format` is not NULL
    va_end(list);
}
