// Random formats on random input: the same count, the same stored bytes, the same errno and rest as the host's.
#define _GNU_SOURCE
#include "check.h"

#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

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
    "%hhd", "%hd",     "%hu",      "%ld",      "%lu",     "%lld",    "%llu",    "%zu",  "%jd",  "%td",  "%qd",
    "%c",   "%3c",     "%s",       "%2s",      "%[a-f0]", "%[^0-9]", "%[]x]",   "%[^]x]", "%[a-]", "%[-+]", "%3[0-9x]",
    "%n",      "%hhn",     "%%",       "%p",      "%4p",     "%f",      "%lf",  "%1f",  "%2f",  "%3f",
    "%4lf", "%le",     "%Lf",      "%g",       "%a",      "%*d",     "%*s",     "%*c",  "%*[a-z]", "%*f", "%*n",
    "%ms",  "%m[0-9]", "%mc",      "%3ms",     "%ls",     "%lc",     "%l[0-9]", "%'d",  "%0d",  "%y",
    "%S",   "%C",      "%mls",
};
static const char *const literals[] = {"", "", "", " ", "\n", "x", ",", "1", " ,"};
static const char *const words[] = {
    "0",   "1",  "12", "7",   "-",    "+",   " ",    "\n",       ",",     "x",   "X",       "%",     "a",
    "f",   "z",  "e",  "e+",  "e5",   ".",   "..",   "0x",       "0x1F",  "0b1", "089",     "nan",   "inf",
    "nax", "in", "p",  "p-3", "0x.8", "(ni", "INFI", "infinity", "(nil)", "NaN", "infinix", "- 5",   "0x1p3",
    "2147483648", "-9223372036854775809", "18446744073709551616", "99999999999999999999999", "1e400",
};

#define CHOICE(array) array[pick(sizeof array / sizeof *array)]

// A format and, for each of its arguments, if it is for a pointer to a block.
struct format {
    char text[128];
    int allocates[ARGUMENTS];
};

static struct format make_format(void) {
    struct format format = {0};
    int count = pick(ARGUMENTS) + 1, argument = 0;
    for (int i = 0; i < count; i++) {
        const char *directive = CHOICE(directives);
        strcat(strcat(format.text, CHOICE(literals)), directive);
        format.allocates[argument] = strchr(directive, 'm') != NULL;
        argument += directive[1] != '*' && directive[1] != '%';
    }
    strcat(format.text, CHOICE(literals));
    return format;
}

static void make_input(char *input) {
    *input = 0;
    for (int i = pick(7); i > 0; i--)
        strcat(input, CHOICE(words));
}

// What one call did.
struct result {
    int count;
    int code;
    _Alignas(16) char stored[ARGUMENTS][ROOM];
};

#define SCAN(result, function, source, format) \
    do { \
        memset((result).stored, 0x5a, sizeof (result).stored); \
        for (int i = 0; i < ARGUMENTS; i++) \
            if ((format).allocates[i]) \
                *(char **)(result).stored[i] = NULL; \
        errno = rt___cp_errno = 0; \
        (result).count = function(source, (format).text, (result).stored[0], (result).stored[1], \
                                  (result).stored[2], (result).stored[3]); \
        (result).code = rt___cp_errno ? rt___cp_errno : errno; \
    } while (0)

static char *block(struct result *result, int i) {
    return *(char **)result->stored[i];
}

// The runtime stores a block only when it is complete; the host leaves its unfinished one.
static int same_argument(const struct format *format, struct result *x, struct result *y, int i) {
    if (!format->allocates[i])
        return memcmp(x->stored[i], y->stored[i], ROOM) == 0;
    if (!block(x, i))
        return 1;
    size_t size = malloc_usable_size(block(x, i));
    return size == malloc_usable_size(block(y, i)) && memcmp(block(x, i), block(y, i), size) == 0;
}

static void compare(const char *what, const char *input, const struct format *format, struct result *x,
                    struct result *y) {
    CHECK(x->count == y->count, "%s '%s' '%s': %d, not %d", what, input, format->text, x->count, y->count);
    // The host forgets ERANGE when it meets the end of the input a second time.
    CHECK(x->code == y->code || y->code == 0, "%s '%s' '%s': errno %d, not %d", what, input, format->text, x->code, y->code);
    for (int i = 0; i < ARGUMENTS; i++) {
        CHECK(same_argument(format, x, y, i), "%s '%s' '%s': argument %d", what, input, format->text, i + 1);
        if (format->allocates[i]) {
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
