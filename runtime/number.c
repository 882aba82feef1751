// The integers of stdlib.h and inttypes.h: strtol and its kin, atoi, abs, div.
//
// strtod, strtof and atof are left to the host: correct rounding is long, and nothing branches on its inside.
#include "cp_runtime.h"

// Does `text` go on with 0 and `letter`, and a digit of `base` after it?
static bool has_prefix(const char *text, int letter, unsigned base) {
    return text[0] == '0' && tolower(text[1]) == letter && cp_digit_value(text[2], base) < base;
}

// The base that base 0 means, by the prefix at `text`. Only C23 knows 0b.
static unsigned implied_base(const char *text, bool c23) {
    if (has_prefix(text, 'x', 16))
        return 16;
    if (c23 && has_prefix(text, 'b', 2))
        return 2;
    return *text == '0' ? 8 : 10;
}

// Reads an integer and sets `*end` after it, or to `text` if there is none.
static struct cp_integer scan(const char *text, char **end, int base_or_0, bool c23) {
    struct cp_integer value = {0};
    if (base_or_0 < 0 || base_or_0 == 1 || base_or_0 > 36) {
        errno = EINVAL;
        return value;
    }
    const char *at = text;
    while (isspace((unsigned char)*at))
        at++;
    value.negative = *at == '-';
    if (*at == '-' || *at == '+')
        at++;
    unsigned base = base_or_0 ? (unsigned)base_or_0 : implied_base(at, c23);
    if ((base == 16 && has_prefix(at, 'x', 16)) || (base == 2 && c23 && has_prefix(at, 'b', 2)))
        at += 2;
    const char *first = at;
    for (; cp_digit_value(*at, base) < base; at++)
        cp_add_digit(&value, cp_digit_value(*at, base), base);
    if (end)
        *end = (char *)(at == first ? text : at);
    return value;
}

static unsigned long long with_sign(struct cp_integer value) {
    return value.negative ? -value.magnitude : value.magnitude;
}

long cp_to_long(struct cp_integer value) {
    if (value.overflow || value.magnitude > (unsigned long)LONG_MAX + value.negative) {
        errno = ERANGE;
        return value.negative ? LONG_MIN : LONG_MAX;
    }
    return (long)with_sign(value);
}

unsigned long cp_to_ulong(struct cp_integer value) {
    if (value.overflow || value.magnitude > ULONG_MAX) {
        errno = ERANGE;
        return ULONG_MAX;
    }
    return (unsigned long)with_sign(value);
}

long long cp_to_llong(struct cp_integer value) {
    if (value.overflow || value.magnitude > (unsigned long long)LLONG_MAX + value.negative) {
        errno = ERANGE;
        return value.negative ? LLONG_MIN : LLONG_MAX;
    }
    return (long long)with_sign(value);
}

unsigned long long cp_to_ullong(struct cp_integer value) {
    if (value.overflow) {
        errno = ERANGE;
        return ULLONG_MAX;
    }
    return with_sign(value);
}

long strtol(const char *restrict text, char **restrict end, int base) {
    return cp_to_long(scan(text, end, base, false));
}

unsigned long strtoul(const char *restrict text, char **restrict end, int base) {
    return cp_to_ulong(scan(text, end, base, false));
}

long long strtoll(const char *restrict text, char **restrict end, int base) {
    return cp_to_llong(scan(text, end, base, false));
}
ALIAS(strtoq, strtoll);
ALIAS(strtoimax, strtoll);

unsigned long long strtoull(const char *restrict text, char **restrict end, int base) {
    return cp_to_ullong(scan(text, end, base, false));
}
ALIAS(strtouq, strtoull);
ALIAS(strtoumax, strtoull);

// What newer headers of glibc call these functions.

long __isoc23_strtol(const char *restrict text, char **restrict end, int base) {
    return cp_to_long(scan(text, end, base, true));
}

unsigned long __isoc23_strtoul(const char *restrict text, char **restrict end, int base) {
    return cp_to_ulong(scan(text, end, base, true));
}

long long __isoc23_strtoll(const char *restrict text, char **restrict end, int base) {
    return cp_to_llong(scan(text, end, base, true));
}
ALIAS(__isoc23_strtoimax, __isoc23_strtoll);

unsigned long long __isoc23_strtoull(const char *restrict text, char **restrict end, int base) {
    return cp_to_ullong(scan(text, end, base, true));
}
ALIAS(__isoc23_strtoumax, __isoc23_strtoull);

// What older ones call them, with a flag for digit groups that the C locale doesn't have.

long __strtol_internal(const char *restrict text, char **restrict end, int base, int group) {
    (void)group;
    return cp_to_long(scan(text, end, base, false));
}

unsigned long __strtoul_internal(const char *restrict text, char **restrict end, int base, int group) {
    (void)group;
    return cp_to_ulong(scan(text, end, base, false));
}

int atoi(const char *text) {
    return (int)cp_to_long(scan(text, NULL, 10, false));
}

long atol(const char *text) {
    return cp_to_long(scan(text, NULL, 10, false));
}

long long atoll(const char *text) {
    return cp_to_llong(scan(text, NULL, 10, false));
}

// The negation overflows for the smallest value, as the standard lets it: a bug of the caller.

int abs(int value) {
    return value < 0 ? -value : value;
}

long labs(long value) {
    return value < 0 ? -value : value;
}

long long llabs(long long value) {
    return value < 0 ? -value : value;
}
ALIAS(imaxabs, llabs);

typedef struct {
    int quot, rem;
} div_t;

typedef struct {
    long quot, rem;
} ldiv_t;

typedef struct {
    long long quot, rem;
} lldiv_t;

div_t div(int a, int b) {
    return (div_t){a / b, a % b};
}

ldiv_t ldiv(long a, long b) {
    return (ldiv_t){a / b, a % b};
}

lldiv_t lldiv(long long a, long long b) {
    return (lldiv_t){a / b, a % b};
}
ALIAS(imaxdiv, lldiv);
