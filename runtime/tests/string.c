// The str* functions, on all pairs of short strings over a small alphabet.
#define _GNU_SOURCE
#include "check.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

RT(strlen);
RT(strnlen);
RT(strcpy);
RT(stpcpy);
RT(strncpy);
RT(stpncpy);
RT(strcat);
RT(strncat);
RT(strdup);
RT(strndup);
RT(strcmp);
RT(strncmp);
RT(strcasecmp);
RT(strncasecmp);
RT(strcoll);
RT(strxfrm);
RT(strchr);
RT(strrchr);
RT(strchrnul);
RT(index);
RT(rindex);
RT(strstr);
RT(strcasestr);
RT(strspn);
RT(strcspn);
RT(strpbrk);
RT(strtok);
RT(strtok_r);
RT(strsep);
RT(strerror);
RT(strerror_r);
// glibc has these only since 2.38.
size_t rt_strlcpy(char *to, const char *from, size_t size);
size_t rt_strlcat(char *to, const char *from, size_t size);

static const char alphabet[] = {'a', 'A', 'b', (char)0xff};
enum { LONGEST = 3, COUNT = 1 + 4 + 16 + 64, ROOM = 16 };

static char *all[COUNT];

static void make_all(void) {
    size_t made = 0;
    for (size_t length = 0, number = 1; length <= LONGEST; length++, number *= 4)
        for (size_t code = 0; code < number; code++) {
            char *text = malloc(length + 1);
            for (size_t i = 0, rest = code; i < length; i++, rest /= 4)
                text[i] = alphabet[rest % 4];
            text[length] = 0;
            all[made++] = text;
        }
}

static void test_one(const char *a) {
    static const char searched[] = {0, 'a', 'A', 'b', (char)0xff, 'z'};
    CHECK(rt_strlen(a) == strlen(a), "%s", a);
    for (size_t i = 0; i < sizeof searched; i++) {
        int c = searched[i];
        CHECK(rt_strchr(a, c) == strchr(a, c), "%s %d", a, c);
        CHECK(rt_strrchr(a, c) == strrchr(a, c), "%s %d", a, c);
        CHECK(rt_strchrnul(a, c) == strchrnul(a, c), "%s %d", a, c);
        CHECK(rt_index(a, c) == strchr(a, c), "%s %d", a, c);
        CHECK(rt_rindex(a, c) == strrchr(a, c), "%s %d", a, c);
    }
    char *copy = rt_strdup(a);
    CHECK(strcmp(copy, a) == 0, "%s", a);
    free(copy);
    for (size_t n = 0; n <= LONGEST + 2; n++) {
        CHECK(rt_strnlen(a, n) == strnlen(a, n), "%s %zu", a, n);
        char *x = rt_strndup(a, n), *y = strndup(a, n);
        CHECK(strcmp(x, y) == 0, "%s %zu", a, n);
        free(x);
        free(y);
    }
}

// Does `ours` do to a buffer what `theirs` does, with the same result relative to its beginning?
#define SAME_COPY(ours, theirs, start, ...) \
    do { \
        char x[ROOM] = start, y[ROOM] = start, *to = x; \
        char *end_x = ours; \
        to = y; \
        char *end_y = theirs; \
        CHECK(memcmp(x, y, ROOM) == 0 && end_x - x == end_y - y, __VA_ARGS__); \
    } while (0)

static void test_copies(const char *a, size_t n) {
    SAME_COPY(rt_strncpy(to, a, n), strncpy(to, a, n), "0123456789abcde", "%s %zu", a, n);
    SAME_COPY(rt_stpncpy(to, a, n), stpncpy(to, a, n), "0123456789abcde", "%s %zu", a, n);
    SAME_COPY(rt_strncat(to, a, n), strncat(to, a, n), "01\0003456789abcde", "%s %zu", a, n);
    // What doesn't fit leaves anything in the buffer.
    if (strlen(a) < n)
        SAME_COPY(to + rt_strxfrm(to, a, n), to + strxfrm(to, a, n), "0123456789abcde", "%s %zu", a, n);
    else
        CHECK(rt_strxfrm((char[ROOM]){0}, a, n) == strxfrm((char[ROOM]){0}, a, n), "%s %zu", a, n);
    SAME_COPY(to + rt_strlcpy(to, a, n), to + snprintf(to, n, "%s", a), "0123456789abcde", "%s %zu", a, n);
    if (n > 2)
        SAME_COPY(to + rt_strlcat(to, a, n), to + snprintf(to, n, "01%s", a), "01\0003456789abcde", "%s %zu", a, n);
    else
        SAME_COPY(to + rt_strlcat(to, a, n), to + n + strlen(a), "01\0003456789abcde", "%s %zu", a, n);
}

static void test_comparisons(void) {
    __typeof__(strcmp) *host_strcmp = HOST(strcmp), *host_strcasecmp = HOST(strcasecmp);
    __typeof__(strncmp) *host_strncmp = HOST(strncmp), *host_strncasecmp = HOST(strncasecmp);
    for (size_t i = 0; i < COUNT * COUNT; i++) {
        const char *a = all[i / COUNT], *b = all[i % COUNT];
        CHECK(same_order(rt_strcmp(a, b), host_strcmp(a, b)), "%s %s", a, b);
        CHECK(same_order(rt_strcoll(a, b), strcoll(a, b)), "%s %s", a, b);
        CHECK(same_order(rt_strcasecmp(a, b), host_strcasecmp(a, b)), "%s %s", a, b);
        for (size_t n = 0; n <= LONGEST + 1; n++) {
            CHECK(same_order(rt_strncmp(a, b, n), host_strncmp(a, b, n)), "%s %s %zu", a, b, n);
            CHECK(same_order(rt_strncasecmp(a, b, n), host_strncasecmp(a, b, n)), "%s %s %zu", a, b, n);
        }
    }
}

static void test_pair(const char *a, const char *b) {
    CHECK(rt_strstr(a, b) == strstr(a, b), "%s %s", a, b);
    CHECK(rt_strcasestr(a, b) == strcasestr(a, b), "%s %s", a, b);
    CHECK(rt_strspn(a, b) == strspn(a, b), "%s %s", a, b);
    CHECK(rt_strcspn(a, b) == strcspn(a, b), "%s %s", a, b);
    CHECK(rt_strpbrk(a, b) == strpbrk(a, b), "%s %s", a, b);
    SAME_COPY(rt_strcpy(to, a), strcpy(to, a), "0123456789abcde", "%s", a);
    SAME_COPY(rt_stpcpy(to, a), stpcpy(to, a), "0123456789abcde", "%s", a);
    SAME_COPY(rt_strcat(strcpy(to, a), b), strcat(strcpy(to, a), b), "0123456789abcde", "%s %s", a, b);
}

// Splits `a` at the characters of `b`, in all three ways.
static void test_tokens(const char *a, const char *b) {
    char x[ROOM], y[ROOM], *rest_x = NULL, *rest_y = NULL;
    strcpy(x, a);
    strcpy(y, a);
    char *p = x, *q = y;
    for (int i = 0; i < LONGEST + 2; i++, p = q = NULL) {
        char *token_x = rt_strtok_r(p, b, &rest_x), *token_y = strtok_r(q, b, &rest_y);
        CHECK((token_x ? token_x - x : -1) == (token_y ? token_y - y : -1), "%s %s", a, b);
        CHECK(memcmp(x, y, strlen(a) + 1) == 0, "%s %s", a, b);
    }
    strcpy(x, a);
    strcpy(y, a);
    p = x, q = y;
    for (int i = 0; i < LONGEST + 2; i++, p = q = NULL) {
        char *token_x = rt_strtok(p, b), *token_y = strtok(q, b);
        CHECK((token_x ? token_x - x : -1) == (token_y ? token_y - y : -1), "%s %s", a, b);
    }
    strcpy(x, a);
    strcpy(y, a);
    rest_x = x, rest_y = y;
    for (int i = 0; i < LONGEST + 2; i++) {
        char *token_x = rt_strsep(&rest_x, b), *token_y = strsep(&rest_y, b);
        CHECK((token_x ? token_x - x : -1) == (token_y ? token_y - y : -1), "%s %s", a, b);
        CHECK(memcmp(x, y, strlen(a) + 1) == 0 && !rest_x == !rest_y, "%s %s", a, b);
    }
}

static void test_errors(void) {
    for (int code = -1; code < 140; code++) {
        CHECK(strcmp(rt_strerror(code), strerror(code)) == 0, "%d", code);
        CHECK(strcmp(rt_strerror_r(code, NULL, 0), strerror(code)) == 0, "%d", code);
    }
    CHECK(rt_strerror(EPERM) != rt_strerror(ENOENT), "messages stay");
}

void test_string(void) {
    make_all();
    test_comparisons();
    for (size_t i = 0; i < COUNT; i++) {
        test_one(all[i]);
        for (size_t n = 0; n <= LONGEST + 3; n++)
            test_copies(all[i], n);
        for (size_t j = 0; j < COUNT; j++) {
            test_pair(all[i], all[j]);
            test_tokens(all[i], all[j]);
        }
    }
    for (size_t i = 0; i < COUNT; i++)
        free(all[i]);
    test_errors();
}
