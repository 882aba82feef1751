// The str* half of string.h, for the C locale: lengths, copies, comparisons and searches. Byte by byte, one
// branch each. Splitting into tokens is token.c's.
#include "cp_runtime.h"

size_t strlen(const char *text) {
    size_t length = 0;
    while (text[length])
        length++;
    return length;
}

size_t strnlen(const char *text, size_t limit) {
    size_t length = 0;
    while (length < limit && text[length])
        length++;
    return length;
}

// Copies.

char *stpcpy(char *restrict to, const char *restrict from) {
    while ((*to = *from++))
        to++;
    return to;
}
ALIAS(__stpcpy, stpcpy);

char *strcpy(char *restrict to, const char *restrict from) {
    stpcpy(to, from);
    return to;
}

char *stpncpy(char *restrict to, const char *restrict from, size_t size) {
    size_t length = strnlen(from, size);
    memcpy(to, from, length);
    memset(to + length, 0, size - length);
    return to + length;
}

char *strncpy(char *restrict to, const char *restrict from, size_t size) {
    stpncpy(to, from, size);
    return to;
}

char *strcat(char *restrict to, const char *restrict from) {
    stpcpy(to + strlen(to), from);
    return to;
}

char *strncat(char *restrict to, const char *restrict from, size_t limit) {
    char *end = to + strlen(to);
    size_t length = strnlen(from, limit);
    memcpy(end, from, length);
    end[length] = 0;
    return to;
}

size_t strlcpy(char *restrict to, const char *restrict from, size_t size) {
    size_t length = strlen(from);
    if (size > 0) {
        size_t kept = length < size ? length : size - 1;
        memcpy(to, from, kept);
        to[kept] = 0;
    }
    return length;
}

size_t strlcat(char *restrict to, const char *restrict from, size_t size) {
    size_t length = strnlen(to, size);
    return length + strlcpy(to + length, from, size - length);
}

char *strndup(const char *text, size_t limit) {
    size_t length = strnlen(text, limit);
    char *copy = malloc(length + 1);
    if (!copy)
        return NULL;
    memcpy(copy, text, length);
    copy[length] = 0;
    return copy;
}
ALIAS(__strndup, strndup);

char *strdup(const char *text) {
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    return copy ? memcpy(copy, text, size) : NULL;
}
ALIAS(__strdup, strdup);

// Comparisons.

int strcmp(const char *a, const char *b) {
    while (*a && *a == *b)
        a++, b++;
    return (unsigned char)*a - (unsigned char)*b;
}
ALIAS(strcoll, strcmp);

int strncmp(const char *a, const char *b, size_t limit) {
    if (limit == 0)
        return 0;
    while (--limit > 0 && *a && *a == *b)
        a++, b++;
    return (unsigned char)*a - (unsigned char)*b;
}

int strcasecmp(const char *a, const char *b) {
    return strncasecmp(a, b, SIZE_MAX);
}

int strncasecmp(const char *a, const char *b, size_t limit) {
    for (size_t i = 0; i < limit; i++) {
        int x = tolower((unsigned char)a[i]), y = tolower((unsigned char)b[i]);
        if (x != y || x == 0)
            return x - y;
    }
    return 0;
}

// In the C locale a string is its own sort key.
size_t strxfrm(char *restrict to, const char *restrict from, size_t size) {
    size_t length = strlen(from);
    stpncpy(to, from, size < length + 1 ? size : length + 1);
    return length;
}

// Searches.

char *strchrnul(const char *text, int byte) {
    while (*text && *text != (char)byte)
        text++;
    return (char *)text;
}

char *strchr(const char *text, int byte) {
    while (*text != (char)byte)
        if (*text++ == 0)
            return NULL;
    return (char *)text;
}

char *strrchr(const char *text, int byte) {
    const char *found = NULL;
    do {
        if (*text == (char)byte)
            found = text;
    } while (*text++);
    return (char *)found;
}

char *index(const char *text, int byte) {
    return strchr(text, byte);
}

char *rindex(const char *text, int byte) {
    return strrchr(text, byte);
}

char *strstr(const char *haystack, const char *needle) {
    size_t length = strlen(needle);
    do {
        if (strncmp(haystack, needle, length) == 0)
            return (char *)haystack;
    } while (*haystack++);
    return NULL;
}

char *strcasestr(const char *haystack, const char *needle) {
    size_t length = strlen(needle);
    do {
        if (strncasecmp(haystack, needle, length) == 0)
            return (char *)haystack;
    } while (*haystack++);
    return NULL;
}

size_t strspn(const char *text, const char *accepted) {
    size_t length = 0;
    while (text[length] && strchr(accepted, text[length]))
        length++;
    return length;
}

size_t strcspn(const char *text, const char *rejected) {
    size_t length = 0;
    while (text[length] && !strchr(rejected, text[length]))
        length++;
    return length;
}

char *strpbrk(const char *text, const char *accepted) {
    text += strcspn(text, accepted);
    return *text ? (char *)text : NULL;
}
