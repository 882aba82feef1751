// Variadic functions are called with what they ask for; what takes a list is called by one that is.
//@ has: int further_1 = 7;
//@ has: int result = level(kind, further_1);
//@ has: double further_1 = 3.0;
//@ has: static int call_listed_returns_1(int arg1, int last, ...) {
//@ has: int result = call_listed_returns_1(kind, 0, further_1_text);
//@ says: all       15/15     14/14
#include <stdarg.h>

int level(int kind, ...) {
    va_list list;
    va_start(list, kind);
    int level = 0;
    if (kind == 1 && va_arg(list, int) == 7)
        level = 1;
    if (kind == 2 && va_arg(list, double) > 2.5)
        level = 2;
    va_end(list);
    return level;
}

int listed(int kind, va_list list) {
    const char *text = kind == 1 ? va_arg(list, const char *) : 0;
    return text && text[0] == 'x' ? 1 : 0;
}
