// The names that -D_FORTIFY_SOURCE gives to string and input functions: each gets the size of its destination
// and ends the program if it doesn't suffice.
#include "cp_runtime.h"

_Noreturn void __chk_fail(void) {
    abort();
}

_Noreturn void __stack_chk_fail(void) {
    abort();
}

static void check(size_t needed, size_t room) {
    if (needed > room)
        __chk_fail();
}

void *__memcpy_chk(void *restrict to, const void *restrict from, size_t size, size_t room) {
    check(size, room);
    return memcpy(to, from, size);
}

void *__mempcpy_chk(void *restrict to, const void *restrict from, size_t size, size_t room) {
    check(size, room);
    return mempcpy(to, from, size);
}

void *__memmove_chk(void *to, const void *from, size_t size, size_t room) {
    check(size, room);
    return memmove(to, from, size);
}

void *__memset_chk(void *to, int byte, size_t size, size_t room) {
    check(size, room);
    return memset(to, byte, size);
}

void __explicit_bzero_chk(void *to, size_t size, size_t room) {
    check(size, room);
    memset(to, 0, size);
}

char *__strcpy_chk(char *restrict to, const char *restrict from, size_t room) {
    check(strlen(from) + 1, room);
    return strcpy(to, from);
}

char *__stpcpy_chk(char *restrict to, const char *restrict from, size_t room) {
    check(strlen(from) + 1, room);
    return stpcpy(to, from);
}

char *__strncpy_chk(char *restrict to, const char *restrict from, size_t size, size_t room) {
    check(size, room);
    return strncpy(to, from, size);
}

char *__stpncpy_chk(char *restrict to, const char *restrict from, size_t size, size_t room) {
    check(size, room);
    return stpncpy(to, from, size);
}

char *__strcat_chk(char *restrict to, const char *restrict from, size_t room) {
    check(strlen(to) + strlen(from) + 1, room);
    return strcat(to, from);
}

char *__strncat_chk(char *restrict to, const char *restrict from, size_t limit, size_t room) {
    check(strlen(to) + strnlen(from, limit) + 1, room);
    return strncat(to, from, limit);
}

size_t __strlcpy_chk(char *restrict to, const char *restrict from, size_t size, size_t room) {
    check(size, room);
    return strlcpy(to, from, size);
}

size_t __strlcat_chk(char *restrict to, const char *restrict from, size_t size, size_t room) {
    check(size, room);
    return strlcat(to, from, size);
}

char *__fgets_chk(char *restrict to, size_t room, int size, FILE *restrict stream) {
    check(size < 0 ? 0 : size, room);
    return fgets(to, size, stream);
}
ALIAS(__fgets_unlocked_chk, __fgets_chk);

size_t __fread_chk(void *restrict to, size_t room, size_t size, size_t count, FILE *restrict stream) {
    size_t total;
    if (__builtin_mul_overflow(size, count, &total))
        __chk_fail();
    check(total, room);
    return fread(to, size, count, stream);
}
ALIAS(__fread_unlocked_chk, __fread_chk);

ssize_t __read_chk(int file, void *to, size_t size, size_t room) {
    check(size, room);
    return read(file, to, size);
}
