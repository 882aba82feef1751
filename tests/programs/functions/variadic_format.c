// What a format of the function's own asks for is given.
//@ entry: print
//@ max-length: 2
//@ complete: false
//@ stopped: arguments beyond its parameters that are pointers lead to strings
#include <stdarg.h>
#include <stddef.h>

int print(const char *format, ...) {
    int found = 0;
    va_list list;
    va_start(list, format);
    for (; *format; format++) { //~ UNLESS null-dereference: `format` is not NULL
        if (*format == 'd') {
            found += va_arg(list, int) == 42;
        } else if (*format == 's') {
            const char *text = va_arg(list, const char *);
            if (text && text[0] == 'x')
                found += 10;
        } else if (*format == 'l') {
            if (va_arg(list, long) < -5)
                found += 100;
        }
    }
    va_end(list);
    return found;
}
