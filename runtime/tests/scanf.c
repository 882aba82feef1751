// Random formats on random input: the same count, the same stored bytes and the same rest as the host's. What C leaves open
// isn't compared: numbers that don't fit, errno, what a directive leaves that fails, and how large a block is.
#define _GNU_SOURCE
#include "check.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

RT(sscanf);
RT(fscanf);
RT(fgetc);
RT(clearerr);

// The sanitizer's versions warn of formats that they don't know.
static __typeof__(sscanf) *host_sscanf;
static __typeof__(fscanf) *host_fscanf;

enum { ARGUMENTS = 4, ROOM = 1024 };

static const char *const directives[] = {
    "%d",   "%i",      "%u",       "%x",       "%X",      "%o",      "%3d",     "%1i",  "%2i",  "%2x",  "%3x",
    "%ld",      "%lu",     "%lld",    "%llu",    "%zu",  "%jd",  "%td",  "%qd",
    "%c",   "%3c",     "%s",       "%2s",      "%[a-f0]", "%[^0-9]", "%[]x]",   "%[^]x]", "%[a-]", "%[-+]", "%3[0-9x]",
    "%n",      "%%",       "%p",      "%4p",     "%f",      "%lf",  "%1f",  "%2f",  "%3f",
    "%4lf", "%le",     "%Lf",      "%g",       "%a",      "%*d",     "%*s",     "%*c",  "%*[a-z]", "%*f", "%*n",
    "%ms",  "%m[0-9]", "%mc",      "%3ms",     "%ls",     "%lc",     "%l[0-9]",
    "%S",   "%C",      "%mls",
};
static const char *const literals[] = {"", "", "", " ", "\n", "x", ",", "1", " ,"};
static const char *const words[] = {
    "0",   "1",  "12", "7",   "-",    "+",   " ",    "\n",       ",",     "x",   "X",       "%",     "a",
    "f",   "z",  "e",  "e+",  "e5",   ".",   "..",   "0x",       "0x1F",  "0b1", "089",     "nan",   "inf",
    "nax", "in", "p",  "p-3", "0x.8", "(ni", "INFI", "infinity", "(nil)", "NaN", "infinix", "- 5",   "0x1p3",
};

#define CHOICE(array) array[pick(sizeof array / sizeof *array)]

// A format, and the directive for each of its arguments.
struct format {
    char text[128];
    const char *directives[ARGUMENTS];
};

static int has(const struct format *format, int argument, int letter) {
    const char *directive = format->directives[argument];
    return directive && strchr(directive, letter);
}

static struct format make_format(void) {
    struct format format = {0};
    int count = pick(ARGUMENTS) + 1, argument = 0;
    for (int i = 0; i < count; i++) {
        const char *directive = CHOICE(directives);
        strcat(strcat(format.text, CHOICE(literals)), directive);
        if (directive[1] != '*' && directive[1] != '%')
            format.directives[argument++] = directive;
    }
    strcat(format.text, CHOICE(literals));
    return format;
}

// So many digits in a row fit every type, hexadecimal ones, too.
enum { DIGITS = 7 };

static void make_input(char *input) {
    *input = 0;
    for (int i = pick(7); i > 0; i--) {
        const char *word = CHOICE(words);
        size_t length = strlen(input), digits = 0;
        while (digits < length && isxdigit((unsigned char)input[length - 1 - digits]))
            digits++;
        strcat(strcat(input, digits + strlen(word) > DIGITS ? " " : ""), word);
    }
}

// What one call did.
struct result {
    int count;
    _Alignas(16) char stored[ARGUMENTS][ROOM];
};

#define SCAN(result, function, source, format) \
    do { \
        memset((result).stored, 0x5a, sizeof (result).stored); \
        for (int i = 0; i < ARGUMENTS; i++) \
            if (has(&(format), i, 'm')) \
                *(char **)(result).stored[i] = NULL; \
        (result).count = function(source, (format).text, (result).stored[0], (result).stored[1], \
                                  (result).stored[2], (result).stored[3]); \
    } while (0)

static char *block(struct result *result, int i) {
    return *(char **)result->stored[i];
}

static int same_argument(const struct format *format, struct result *x, struct result *y, int i) {
    if (!has(format, i, 'm'))
        return memcmp(x->stored[i], y->stored[i], ROOM) == 0;
    if (!block(x, i) || !block(y, i))
        return 0;
    if (has(format, i, 'l'))
        return wcscmp((wchar_t *)block(x, i), (wchar_t *)block(y, i)) == 0;
    return has(format, i, 'c') ? *block(x, i) == *block(y, i) : strcmp(block(x, i), block(y, i)) == 0;
}

static void compare(const char *what, const char *input, const struct format *format, struct result *x,
                    struct result *y) {
    CHECK(x->count == y->count, "%s '%s' '%s': %d, not %d", what, input, format->text, x->count, y->count);
    int left = x->count;
    for (int i = 0; i < ARGUMENTS; i++) {
        // `%n` doesn't count; what comes before it must have been there.
        left -= !has(format, i, 'n');
        if (format->directives[i] && left >= 0)
            CHECK(same_argument(format, x, y, i), "%s '%s' '%s': argument %d", what, input, format->text, i + 1);
        if (has(format, i, 'm')) {
            free(block(x, i));
            free(block(y, i));
        }
    }
}

static void test_string_input(const char *input, const struct format *format) {
    struct result x, y;
    SCAN(x, rt_sscanf, input, *format);
    SCAN(y, host_sscanf, input, *format);
    compare("sscanf", input, format, &x, &y);
}

static void test_stream(const char *input, const struct format *format) {
    struct result x, y;
    FILE *host = fmemopen((char *)input, strlen(input), "r");
    set_stdin(input, strlen(input), pick(2));
    rt_clearerr(stdin);
    SCAN(x, rt_fscanf, stdin, *format);
    SCAN(y, host_fscanf, host, *format);
    compare("fscanf", input, format, &x, &y);
    int a, b;
    do {
        a = rt_fgetc(stdin), b = fgetc(host);
        CHECK(a == b, "'%s' '%s': then %d, not %d", input, format->text, a, b);
    } while (a != EOF || b != EOF);
    fclose(host);
}

// Blocks hold the whole text, a set must be closed, directives may name their arguments, and C23 has binary numbers.
static void test_written_out(void) {
    extern __typeof__(sscanf) rt___isoc23_sscanf;
    char *text = NULL;
    int a = 0, b = 0;
    const char *long_word = "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz";
    CHECK(rt_sscanf(long_word, "%ms", &text) == 1 && strcmp(text, long_word) == 0, "%s", text);
    free(text);
    signed char tiny = 0;
    short small = 0;
    unsigned short positive = 0;
    CHECK(rt_sscanf("-128 32767 65535x", "%hhd%hd%hu%hhn", &tiny, &small, &positive, &tiny) == 3, "short numbers");
    CHECK(tiny == 16 && small == 32767 && positive == 65535, "%d %d %d", tiny, small, positive);
    CHECK(rt_sscanf("1 2", "%2$d%1$d", &a, &b) == 2 && a == 2 && b == 1, "%d %d", a, b);
    CHECK(rt_sscanf("0", "%[0-", &a) == 0 && a == 2, "an open set");
    CHECK(rt_sscanf("0b11", "%i", &a) == 1 && a == 0, "%d", a);
    CHECK(rt___isoc23_sscanf("0b11 101", "%i%b", &a, &b) == 2 && a == 3 && b == 5, "%d %d", a, b);
}

void test_scanf(void) {
    host_sscanf = host_function("__isoc99_sscanf");
    host_fscanf = host_function("__isoc99_fscanf");
    for (int i = 0; i < 60000; i++) {
        char input[200];
        struct format format = make_format();
        make_input(input);
        test_string_input(input, &format);
        if (*input && i % 3 == 0)
            test_stream(input, &format);
    }
    test_written_out();
}
