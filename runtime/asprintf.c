// asprintf: the host prints, into a block of the program's heap.
#include "cp_runtime.h"

int __cp_native_vsnprintf(char *to, size_t size, const char *format, va_list arguments);

int vasprintf(char **restrict to, const char *restrict format, va_list arguments) {
    va_list again;
    va_copy(again, arguments);
    int length = __cp_native_vsnprintf(NULL, 0, format, again);
    va_end(again);
    if (length < 0)
        return -1;
    char *text = cp_malloc((size_t)length + 1);
    if (!text)
        return -1;
    *to = text;
    return __cp_native_vsnprintf(text, (size_t)length + 1, format, arguments);
}

int asprintf(char **restrict to, const char *restrict format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length = vasprintf(to, format, arguments);
    va_end(arguments);
    return length;
}
ALIAS(__asprintf, asprintf);

// The fortified names: the flag asks for checks of the format that the machine makes anyway.

int __vasprintf_chk(char **restrict to, int flag, const char *restrict format, va_list arguments) {
    (void)flag;
    return vasprintf(to, format, arguments);
}

int __asprintf_chk(char **restrict to, int flag, const char *restrict format, ...) {
    (void)flag;
    va_list arguments;
    va_start(arguments, format);
    int length = vasprintf(to, format, arguments);
    va_end(arguments);
    return length;
}
