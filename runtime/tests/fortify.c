// The fortified functions: they do their work where there is room for it, and end the program where there isn't.
#include "check.h"

#include <stdint.h>
#include <string.h>

#define FORTIFIED(result, name, ...) extern result rt___##name##_chk(__VA_ARGS__)
FORTIFIED(void *, memcpy, void *, const void *, size_t, size_t);
FORTIFIED(void *, mempcpy, void *, const void *, size_t, size_t);
FORTIFIED(void *, memmove, void *, const void *, size_t, size_t);
FORTIFIED(void *, memset, void *, int, size_t, size_t);
FORTIFIED(char *, strcpy, char *, const char *, size_t);
FORTIFIED(char *, stpcpy, char *, const char *, size_t);
FORTIFIED(char *, strncpy, char *, const char *, size_t, size_t);
FORTIFIED(char *, strcat, char *, const char *, size_t);
FORTIFIED(char *, strncat, char *, const char *, size_t, size_t);
FORTIFIED(char *, fgets, char *, size_t, int, FILE *);
FORTIFIED(size_t, fread, void *, size_t, size_t, size_t, FILE *);
RT(clearerr);

static char to[8];

static void overflow_memcpy(void) {
    rt___memcpy_chk(to, "12345678", 9, 8);
}

static void overflow_memset(void) {
    rt___memset_chk(to, 0, 9, 8);
}

static void overflow_strcpy(void) {
    rt___strcpy_chk(to, "12345678", 8);
}

static void overflow_strncpy(void) {
    rt___strncpy_chk(to, "1", 9, 8);
}

static void overflow_strcat(void) {
    rt___strcat_chk(strcpy(to, "1234"), "5678", 8);
}

static void overflow_strncat(void) {
    rt___strncat_chk(strcpy(to, "1234"), "56789", 4, 8);
}

static void overflow_fgets(void) {
    rt___fgets_chk(to, 8, 9, stdin);
}

static void overflow_fread(void) {
    rt___fread_chk(to, 8, 3, 3, stdin);
}

static void overflow_product(void) {
    rt___fread_chk(to, 8, SIZE_MAX / 2, 3, stdin);
}

static void test_enough_room(void) {
    CHECK(rt___memcpy_chk(to, "1234567", 8, 8) == to && strcmp(to, "1234567") == 0, "%s", to);
    CHECK(rt___mempcpy_chk(to, "abc", 4, 8) == to + 4 && strcmp(to, "abc") == 0, "%s", to);
    CHECK(rt___memmove_chk(to + 1, to, 4, 7) == to + 1 && strcmp(to, "aabc") == 0, "%s", to);
    CHECK(rt___memset_chk(to, 'x', 7, 8) == to && strcmp(to, "xxxxxxx") == 0, "%s", to);
    CHECK(rt___strcpy_chk(to, "1234567", 8) == to && strcmp(to, "1234567") == 0, "%s", to);
    CHECK(rt___stpcpy_chk(to, "abc", 8) == to + 3 && strcmp(to, "abc") == 0, "%s", to);
    CHECK(rt___strncpy_chk(to, "ab", 8, 8) == to && memcmp(to, "ab\0\0\0\0\0", 8) == 0, "%s", to);
    CHECK(rt___strcat_chk(to, "cde", 8) == to && strcmp(to, "abcde") == 0, "%s", to);
    CHECK(rt___strncat_chk(to, "fghi", 2, 8) == to && strcmp(to, "abcdefg") == 0, "%s", to);
    set_stdin("one\ntwo", 7, 0);
    rt_clearerr(stdin);
    CHECK(rt___fgets_chk(to, 8, 8, stdin) == to && strcmp(to, "one\n") == 0, "%s", to);
    CHECK(rt___fread_chk(to, 8, 2, 4, stdin) == 1 && memcmp(to, "two", 3) == 0, "%s", to);
}

void test_fortify(void) {
    test_enough_room();
    static void (*const overflows[])(void) = {
        overflow_memcpy,  overflow_memset, overflow_strcpy, overflow_strncpy, overflow_strcat,
        overflow_strncat, overflow_fgets,  overflow_fread,  overflow_product,
    };
    for (size_t i = 0; i < sizeof overflows / sizeof *overflows; i++)
        check_end(overflows[i], "abort");
}
