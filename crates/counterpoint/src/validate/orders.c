// The library's comparisons, as any library may have them: C promises the sign of what they return, and its size differs
// from one processor to the next. COUNTERPOINT_ORDERS says which size they have here. All are weak, as a program may
// bring its own.
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define WEAK __attribute__((weak))

// The difference of two bytes, as our runtime library has it; or only its sign; or a large number of that sign.
static enum { DIFFERENCE, SIGN, LARGE } size;

// A test empties its environment.
__attribute__((constructor)) static void choose(void) {
    const char *name = getenv("COUNTERPOINT_ORDERS");
    switch (name ? *name : 0) {
    case 's': size = SIGN; break;
    case 'l': size = LARGE; break;
    }
}

static int order(unsigned char a, unsigned char b) {
    int difference = a - b;
    switch (size) {
    case SIGN: return (difference > 0) - (difference < 0);
    case LARGE: return difference * 0x10101;
    default: return difference;
    }
}

WEAK int memcmp(const void *a, const void *b, size_t count) {
    const unsigned char *x = a, *y = b;
    for (size_t i = 0; i < count; i++)
        if (x[i] != y[i])
            return order(x[i], y[i]);
    return 0;
}

WEAK int bcmp(const void *a, const void *b, size_t count) {
    return memcmp(a, b, count);
}

WEAK int strcmp(const char *a, const char *b) {
    while (*a && *a == *b)
        a++, b++;
    return order(*a, *b);
}

WEAK int strcoll(const char *a, const char *b) {
    return strcmp(a, b);
}

WEAK int strncmp(const char *a, const char *b, size_t limit) {
    for (size_t i = 0; i < limit; i++)
        if (a[i] != b[i] || !a[i])
            return order(a[i], b[i]);
    return 0;
}

WEAK int strncasecmp(const char *a, const char *b, size_t limit) {
    for (size_t i = 0; i < limit; i++) {
        int x = tolower((unsigned char)a[i]), y = tolower((unsigned char)b[i]);
        if (x != y || !x)
            return order(x, y);
    }
    return 0;
}

WEAK int strcasecmp(const char *a, const char *b) {
    return strncasecmp(a, b, (size_t)-1);
}
