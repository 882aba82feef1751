// ctype.h in the C locale: the functions, and the tables behind glibc's macros.
//
// The functions compare rather than look up, so that a path through them reads as a range. They return the bit
// that glibc's return, as programs print it.
#include "cp_runtime.h"

enum {
    BLANK = 1 << 0,
    CNTRL = 1 << 1,
    PUNCT = 1 << 2,
    ALNUM = 1 << 3,
    UPPER = 1 << 8,
    LOWER = 1 << 9,
    ALPHA = 1 << 10,
    DIGIT = 1 << 11,
    XDIGIT = 1 << 12,
    SPACE = 1 << 13,
    PRINT = 1 << 14,
    GRAPH = 1 << 15,
};

// 1 or 0, as the following. `|` and `&` join them without a branch.
static int in_range(int c, unsigned first, unsigned last) {
    return (unsigned)c - first <= last - first;
}

static int is_letter(int c) {
    return in_range(c | 0x20, 'a', 'z');
}

static int is_letter_or_digit(int c) {
    return is_letter(c) | in_range(c, '0', '9');
}

int isalpha(int c) {
    return is_letter(c) * ALPHA;
}

int isdigit(int c) {
    return in_range(c, '0', '9') * DIGIT;
}

int isalnum(int c) {
    return is_letter_or_digit(c) * ALNUM;
}

int isxdigit(int c) {
    return (in_range(c, '0', '9') | in_range(c | 0x20, 'a', 'f')) * XDIGIT;
}

int isupper(int c) {
    return in_range(c, 'A', 'Z') * UPPER;
}

int islower(int c) {
    return in_range(c, 'a', 'z') * LOWER;
}

int isspace(int c) {
    return ((c == ' ') | in_range(c, '\t', '\r')) * SPACE;
}

int isblank(int c) {
    return ((c == ' ') | (c == '\t')) * BLANK;
}

int iscntrl(int c) {
    return (in_range(c, 0, 0x1f) | (c == 0x7f)) * CNTRL;
}

int isprint(int c) {
    return in_range(c, ' ', '~') * PRINT;
}

int isgraph(int c) {
    return in_range(c, '!', '~') * GRAPH;
}

int ispunct(int c) {
    return (in_range(c, '!', '~') & !is_letter_or_digit(c)) * PUNCT;
}

int isascii(int c) {
    return (c & ~0x7f) == 0;
}

int toascii(int c) {
    return c & 0x7f;
}

// A `char` below zero means the same character as its `unsigned char`; only EOF stays what it is.
static int as_unsigned(int c) {
    return in_range(c, -128, -2) ? c + 256 : c;
}

int tolower(int c) {
    return in_range(c, 'A', 'Z') ? c + 0x20 : as_unsigned(c);
}

int toupper(int c) {
    return in_range(c, 'a', 'z') ? c - 0x20 : as_unsigned(c);
}

// The tables have an entry for every `unsigned char`, every `char` and EOF: -128 to 255.
enum { ZERO = 128, ENTRIES = 384 };

#define VISIBLE (PRINT | GRAPH)

static const unsigned short classes[ENTRIES] = {
    [ZERO + 0x00 ... ZERO + 0x08] = CNTRL,
    [ZERO + '\t'] = CNTRL | SPACE | BLANK,
    [ZERO + '\n' ... ZERO + '\r'] = CNTRL | SPACE,
    [ZERO + 0x0e ... ZERO + 0x1f] = CNTRL,
    [ZERO + ' '] = PRINT | SPACE | BLANK,
    [ZERO + '!' ... ZERO + '/'] = VISIBLE | PUNCT,
    [ZERO + '0' ... ZERO + '9'] = VISIBLE | ALNUM | DIGIT | XDIGIT,
    [ZERO + ':' ... ZERO + '@'] = VISIBLE | PUNCT,
    [ZERO + 'A' ... ZERO + 'F'] = VISIBLE | ALNUM | ALPHA | UPPER | XDIGIT,
    [ZERO + 'G' ... ZERO + 'Z'] = VISIBLE | ALNUM | ALPHA | UPPER,
    [ZERO + '[' ... ZERO + '`'] = VISIBLE | PUNCT,
    [ZERO + 'a' ... ZERO + 'f'] = VISIBLE | ALNUM | ALPHA | LOWER | XDIGIT,
    [ZERO + 'g' ... ZERO + 'z'] = VISIBLE | ALNUM | ALPHA | LOWER,
    [ZERO + '{' ... ZERO + '~'] = VISIBLE | PUNCT,
    [ZERO + 0x7f] = CNTRL,
};

#define FOUR(f, c) f(c), f((c) + 1), f((c) + 2), f((c) + 3)
#define SIXTEEN(f, c) FOUR(f, c), FOUR(f, (c) + 4), FOUR(f, (c) + 8), FOUR(f, (c) + 12)
#define SIXTY_FOUR(f, c) SIXTEEN(f, c), SIXTEEN(f, (c) + 16), SIXTEEN(f, (c) + 32), SIXTEEN(f, (c) + 48)
#define EVERY(f) \
    SIXTY_FOUR(f, -128), SIXTY_FOUR(f, -64), SIXTY_FOUR(f, 0), SIXTY_FOUR(f, 64), SIXTY_FOUR(f, 128), \
        SIXTY_FOUR(f, 192)

#define UNSIGNED(c) ((c) < -1 ? (c) + 256 : (c))
#define TO_LOWER(c) ((c) >= 'A' && (c) <= 'Z' ? (c) + 0x20 : UNSIGNED(c))
#define TO_UPPER(c) ((c) >= 'a' && (c) <= 'z' ? (c) - 0x20 : UNSIGNED(c))

static const int lower[ENTRIES] = {EVERY(TO_LOWER)};
static const int upper[ENTRIES] = {EVERY(TO_UPPER)};

// Where glibc's macros find the tables.
static const unsigned short *classes_at = classes + ZERO;
static const int *lower_at = lower + ZERO;
static const int *upper_at = upper + ZERO;

const unsigned short **__ctype_b_loc(void) {
    return &classes_at;
}

const int **__ctype_tolower_loc(void) {
    return &lower_at;
}

const int **__ctype_toupper_loc(void) {
    return &upper_at;
}
