// scanf and its kin, with glibc's answers in the C locale, on what fgetc and ungetc give or on a string.
//
// Integers are read digit by digit; the text of a floating-point number is collected and given to the host.
#include "cp_runtime.h"

double __cp_native_strtod(const char *text, char **end);
float __cp_native_strtof(const char *text, char **end);
int __cp_native_sscanf(const char *text, const char *format, ...);

// Where the characters come from: a stream, or if that is null, a string.
struct input {
    FILE *stream;
    const unsigned char *text;
    // The character read last. After EOF nothing more is read.
    int last;
    int consumed;
};

static int next(struct input *in) {
    if (in->last == EOF)
        return EOF;
    if (in->stream)
        in->last = fgetc(in->stream);
    else
        in->last = *in->text ? *in->text++ : EOF;
    in->consumed += in->last != EOF;
    return in->last;
}

// Gives the character read last back.
static void back(struct input *in) {
    if (in->last == EOF)
        return;
    in->consumed--;
    if (in->stream)
        ungetc(in->last, in->stream);
    else
        in->text--;
}

static void skip_space(struct input *in) {
    while (isspace(next(in)))
        ;
    back(in);
}

// Where characters go to: nowhere (`bytes` null), to an array of the caller, or to a block that grows.
struct sink {
    char *bytes;
    size_t length;
    bool grows;
    size_t room;
    // Bytes per character: more than one for `wchar_t`.
    size_t unit;
    // There was no memory to grow.
    bool failed;
};

static void grow(struct sink *sink) {
    size_t room = sink->room ? 2 * sink->room : 32;
    char *larger = cp_realloc(sink->bytes, room);
    sink->failed = !larger;
    if (larger) {
        sink->bytes = larger;
        sink->room = room;
    }
}

static void put(struct sink *sink, int c) {
    if (sink->grows && sink->length + sink->unit > sink->room)
        grow(sink);
    if (sink->failed || !sink->bytes)
        return;
    if (sink->unit == 1)
        sink->bytes[sink->length] = c;
    else
        *(wchar_t *)(sink->bytes + sink->length) = c;
    sink->length += sink->unit;
}

// How a directive went.
enum outcome { MATCHED, MISMATCH, NO_INPUT };

// A conversion specification: everything from % to its letter.
struct directive {
    // The argument's number, from 1, or 0 for the next one.
    int position;
    bool suppress;
    bool allocate;
    // At most so many characters; 0 if it doesn't say.
    int width;
    // h, H for hh, l, L for ll and its like, or 0.
    char length;
    char letter;
};

struct scan {
    struct input in;
    const unsigned char *format;
    va_list arguments;
    // For directives that name their argument's number.
    va_list first_argument;
    // 0b is a prefix for %i.
    bool c23;
};

static int parse_number(const unsigned char **format) {
    int number = 0;
    while (isdigit(**format))
        number = number * 10 + (*(*format)++ - '0');
    return number;
}

static char parse_length(const unsigned char **format) {
    switch (*(*format)++) {
    case 'h':
        return **format == 'h' ? ++*format, 'H' : 'h';
    case 'l':
        return **format == 'l' ? ++*format, 'L' : 'l';
    case 'L':
    case 'q':
        return 'L';
    case 'j':
        return sizeof(intmax_t) > sizeof(long) ? 'L' : 'l';
    case 'z':
    case 't':
        return sizeof(size_t) == sizeof(long) ? 'l' : 0;
    default:
        --*format;
        return 0;
    }
}

// Reads the specification after a %.
static struct directive parse_directive(const unsigned char **format) {
    struct directive directive = {0};
    directive.width = parse_number(format);
    if (**format == '$') {
        ++*format;
        directive.position = directive.width;
        directive.width = 0;
    }
    // Digit groups (') and other digits (I) don't exist in the C locale.
    for (; **format == '*' || **format == '\'' || **format == 'I'; ++*format)
        directive.suppress |= **format == '*';
    if (isdigit(**format))
        directive.width = parse_number(format);
    if (**format == 'm') {
        directive.allocate = true;
        ++*format;
    }
    directive.length = parse_length(format);
    directive.letter = **format;
    if (directive.letter)
        ++*format;
    return directive;
}

// The pointer to store a directive's result through.
static void *argument(struct scan *scan, const struct directive *directive) {
    if (directive->position == 0)
        return va_arg(scan->arguments, void *);
    va_list arguments;
    va_copy(arguments, scan->first_argument);
    for (int i = 1; i < directive->position; i++)
        (void)va_arg(arguments, void *);
    void *pointer = va_arg(arguments, void *);
    va_end(arguments);
    return pointer;
}

// Integers.

static void store(void *to, char length, long long value) {
    switch (length) {
    case 'H':
        *(char *)to = value;
        break;
    case 'h':
        *(short *)to = value;
        break;
    case 'l':
        *(long *)to = value;
        break;
    case 'L':
        *(long long *)to = value;
        break;
    default:
        *(int *)to = value;
    }
}

// The value as strtol and its kin give it, for the type that the directive names.
static long long convert(struct cp_integer value, char length, bool is_signed) {
    if (length == 'L')
        return is_signed ? cp_to_llong(value) : (long long)cp_to_ullong(value);
    return is_signed ? cp_to_long(value) : (long long)cp_to_ulong(value);
}

// The letter that follows 0 in the prefix of a base, if it is one that `base` (0: any) allows.
static unsigned prefixed_base(int c, unsigned base, bool c23) {
    unsigned named = tolower(c) == 'x' ? 16 : c23 && tolower(c) == 'b' ? 2 : 0;
    return base == 0 || base == named ? named : 0;
}

// Reads sign, prefix and digits, beginning with the character read last. False if there is no digit.
static bool read_integer(struct scan *scan, unsigned base, int width, struct cp_integer *value) {
    int c = scan->in.last;
    bool any = false;
    value->negative = c == '-';
    if (c == '-' || c == '+') {
        width--;
        c = next(&scan->in);
    }
    if (width > 0 && c == '0') {
        any = true;
        width--;
        c = next(&scan->in);
        unsigned prefixed = width > 0 ? prefixed_base(c, base, scan->c23) : 0;
        if (prefixed) {
            base = prefixed;
            width--;
            c = next(&scan->in);
        } else if (base == 0) {
            base = 8;
        }
    }
    if (base == 0)
        base = 10;
    for (; width > 0 && cp_digit_value(c, base) < base; width--, c = next(&scan->in)) {
        any = true;
        cp_add_digit(value, cp_digit_value(c, base), base);
    }
    return any;
}

// Reads the rest of "(nil)" after its parenthesis, which is how a null pointer prints.
static bool read_nil(struct input *in, int width) {
    return width >= 5 && tolower(next(in)) == 'n' && tolower(next(in)) == 'i' && tolower(next(in)) == 'l'
           && next(in) == ')';
}

static enum outcome scan_integer(struct scan *scan, const struct directive *directive, unsigned base) {
    struct cp_integer value = {0};
    int width = directive->width ? directive->width : INT_MAX;
    if (next(&scan->in) == EOF)
        return NO_INPUT;
    bool is_pointer = directive->letter == 'p';
    bool is_nil = is_pointer && scan->in.last == '(';
    bool matched = is_nil ? read_nil(&scan->in, width) : read_integer(scan, base, width, &value);
    if (!is_nil || !matched)
        back(&scan->in);
    if (!matched)
        return MISMATCH;
    char length = is_pointer ? 'l' : directive->length;
    long long result = convert(value, length, directive->letter == 'd' || directive->letter == 'i');
    if (!directive->suppress)
        store(argument(scan, directive), length, result);
    return MATCHED;
}

static void scan_count(struct scan *scan, const struct directive *directive) {
    if (!directive->suppress)
        store(argument(scan, directive), directive->length, scan->in.consumed);
}

// Floating-point numbers.

struct float_text {
    struct input *in;
    struct sink text;
    // How many more characters may be read.
    int width;
};

static bool advance(struct float_text *number) {
    if (number->width <= 0 || next(number->in) == EOF)
        return false;
    number->width--;
    return true;
}

// Takes the character read last.
static void keep(struct float_text *number) {
    put(&number->text, tolower(number->in->last));
}

// Reads the letters of `word`, in either case.
static bool read_word(struct float_text *number, const char *word) {
    for (; *word; word++) {
        if (!advance(number) || tolower(number->in->last) != *word)
            return false;
        keep(number);
    }
    return true;
}

// Reads the rest of "inf" or "infinity".
static bool read_infinity(struct float_text *number) {
    if (!read_word(number, "nf"))
        return false;
    if (!advance(number))
        return true;
    if (tolower(number->in->last) != 'i') {
        back(number->in);
        return true;
    }
    keep(number);
    return read_word(number, "nity");
}

// Reads digits with a point and an exponent, beginning with the character read last. `digits` says if there
// was one already. What makes no number is read all the same, and found out in the conversion.
static void read_digits(struct float_text *number, bool hex, bool digits) {
    char exponent_letter = hex ? 'p' : 'e';
    bool point = false, exponent = false, after_letter = false;
    do {
        int c = tolower(number->in->last);
        bool is_letter = digits && !exponent && c == exponent_letter;
        if (isdigit(c) || (hex && !exponent && isxdigit(c))) {
            digits = true;
        } else if (is_letter) {
            exponent = point = true;
        } else if (!point && c == '.') {
            point = true;
        } else if (!after_letter || (c != '+' && c != '-')) {
            back(number->in);
            return;
        }
        keep(number);
        after_letter = is_letter;
    } while (advance(number));
}

// Reads what looks like a number, beginning with the character read last.
static bool read_float(struct float_text *number) {
    struct input *in = number->in;
    bool hex = false, digits = false;
    if (in->last == '-' || in->last == '+') {
        keep(number);
        if (!advance(number))
            return false;
    }
    if (tolower(in->last) == 'n') {
        keep(number);
        return read_word(number, "an");
    }
    if (tolower(in->last) == 'i') {
        keep(number);
        return read_infinity(number);
    }
    if (number->width > 0 && in->last == '0') {
        keep(number);
        if (!advance(number))
            return true;
        hex = number->width > 0 && tolower(in->last) == 'x';
        digits = !hex;
        if (hex) {
            keep(number);
            if (!advance(number))
                return false;
        }
    }
    size_t prefix = number->text.length;
    read_digits(number, hex, digits);
    return digits || number->text.length > prefix;
}

// Stores the value of `text` through `to`, unless that is null. False if it is no number.
static bool convert_float(char *text, char length, void *to) {
    char *end;
    if (length == 'L' && to)
        return __cp_native_sscanf(text, "%Lf", to) == 1;
    if (length == 'l' || length == 'L') {
        double value = __cp_native_strtod(text, &end);
        if (end != text && to)
            *(double *)to = value;
    } else {
        float value = __cp_native_strtof(text, &end);
        if (end != text && to)
            *(float *)to = value;
    }
    return end != text;
}

static enum outcome scan_float(struct scan *scan, const struct directive *directive) {
    int width = directive->width ? directive->width : INT_MAX;
    struct float_text number = {&scan->in, {.grows = true, .unit = 1}, width - 1};
    if (next(&scan->in) == EOF)
        return NO_INPUT;
    bool read = read_float(&number);
    put(&number.text, 0);
    void *to = directive->suppress || !read ? NULL : argument(scan, directive);
    bool matched = read && !number.text.failed && convert_float(number.text.bytes, directive->length, to);
    free(number.text.bytes);
    if (number.text.failed)
        return NO_INPUT;
    return matched ? MATCHED : MISMATCH;
}

// Characters and strings.

// Which characters a directive takes.
typedef bool char_set[UCHAR_MAX + 1];

static void fill_set(char_set set, int first, int last, bool value) {
    for (int c = first; c <= last; c++)
        set[c] = value;
}

// Reads the set after %[ and up to its ]. False if that is missing.
static bool parse_set(const unsigned char **format, char_set set) {
    const unsigned char *at = *format;
    bool listed = *at != '^';
    if (!listed)
        at++;
    fill_set(set, 0, UCHAR_MAX, !listed);
    // A ] that comes first doesn't end the set, nor does a - make a range.
    if (*at == ']' || *at == '-')
        set[*at++] = listed;
    for (; *at && *at != ']'; at++)
        if (*at == '-' && at[1] && at[1] != ']' && at[-1] <= at[1])
            fill_set(set, at[-1], at[1], listed);
        else
            set[*at] = listed;
    if (!*at)
        return false;
    *format = at + 1;
    return true;
}

static struct sink open_sink(const struct directive *directive, void *to) {
    struct sink sink = {.unit = directive->length == 'l' ? sizeof(wchar_t) : 1};
    sink.grows = directive->allocate && !directive->suppress;
    if (!sink.grows)
        sink.bytes = to;
    return sink;
}

// Hands a block that grew to the caller, cut to its length so that an access beyond it is seen. False if there
// was no memory for it.
static bool close_sink(const struct sink *sink, void *to) {
    if (sink->failed) {
        free(sink->bytes);
    } else if (sink->grows) {
        char *cut = cp_realloc(sink->bytes, sink->length);
        *(char **)to = cut ? cut : sink->bytes;
    }
    return !sink->failed;
}

// Reads at least one and at most `limit` characters of the set.
static enum outcome scan_chars(struct scan *scan, const struct directive *directive, const bool *set, int limit) {
    struct input *in = &scan->in;
    if (next(in) == EOF)
        return NO_INPUT;
    if (!set[in->last]) {
        back(in);
        return MISMATCH;
    }
    void *to = directive->suppress ? NULL : argument(scan, directive);
    struct sink sink = open_sink(directive, to);
    do
        put(&sink, in->last);
    while (--limit > 0 && next(in) != EOF && set[in->last]);
    if (limit > 0)
        back(in);
    if (directive->letter != 'c')
        put(&sink, 0);
    return close_sink(&sink, to) ? MATCHED : NO_INPUT;
}

static enum outcome scan_string(struct scan *scan, struct directive *directive) {
    char_set set;
    int limit = directive->width ? directive->width : INT_MAX;
    fill_set(set, 0, UCHAR_MAX, true);
    switch (directive->letter) {
    case 'c':
        if (!directive->width)
            limit = 1;
        break;
    case 's':
        set[' '] = false;
        fill_set(set, '\t', '\r', false);
        break;
    case '[':
        if (!parse_set(&scan->format, set))
            return MISMATCH;
        break;
    }
    return scan_chars(scan, directive, set, limit);
}

// The whole.

static enum outcome scan_literal(struct input *in, int c) {
    if (next(in) == EOF)
        return NO_INPUT;
    if (in->last == c)
        return MATCHED;
    back(in);
    return MISMATCH;
}

// %C and %S are %lc and %ls.
static void lower_wide_letter(struct directive *directive) {
    if (directive->letter == 'C' || directive->letter == 'S') {
        directive->letter = tolower(directive->letter);
        directive->length = 'l';
    }
}

static enum outcome scan_directive(struct scan *scan, struct directive *directive) {
    switch (directive->letter) {
    case '%':
        return scan_literal(&scan->in, '%');
    case 'n':
        scan_count(scan, directive);
        return MATCHED;
    case 'd':
    case 'u':
        return scan_integer(scan, directive, 10);
    case 'i':
        return scan_integer(scan, directive, 0);
    case 'o':
        return scan_integer(scan, directive, 8);
    case 'b':
        return scan->c23 ? scan_integer(scan, directive, 2) : MISMATCH;
    case 'x':
    case 'X':
    case 'p':
        return scan_integer(scan, directive, 16);
    case 'A':
    case 'E' ... 'G':
    case 'a':
    case 'e' ... 'g':
        return scan_float(scan, directive);
    case 'c':
    case 's':
    case '[':
        return scan_string(scan, directive);
    default:
        return MISMATCH;
    }
}

// Carries out a directive; `*assigned` counts the results that were stored.
static enum outcome scan_specification(struct scan *scan, int *assigned) {
    struct directive directive = parse_directive(&scan->format);
    lower_wide_letter(&directive);
    char letter = directive.letter;
    if (letter != 'c' && letter != '[' && letter != 'n')
        skip_space(&scan->in);
    enum outcome outcome = scan_directive(scan, &directive);
    if (outcome == MATCHED && letter != '%' && letter != 'n' && !directive.suppress)
        ++*assigned;
    return outcome;
}

static enum outcome scan_item(struct scan *scan, int *assigned) {
    int c = *scan->format++;
    if (c == '%')
        return scan_specification(scan, assigned);
    if (!isspace(c))
        return scan_literal(&scan->in, c);
    skip_space(&scan->in);
    return MATCHED;
}

static int scan_all(FILE *stream, const char *text, const char *format, va_list arguments, bool c23) {
    struct scan scan = {.in = {.stream = stream, .text = (const unsigned char *)text}, .c23 = c23};
    scan.format = (const unsigned char *)format;
    va_copy(scan.arguments, arguments);
    va_copy(scan.first_argument, arguments);
    int assigned = 0;
    enum outcome outcome = MATCHED;
    while (outcome == MATCHED && *scan.format)
        outcome = scan_item(&scan, &assigned);
    va_end(scan.first_argument);
    va_end(scan.arguments);
    return outcome == NO_INPUT && assigned == 0 ? EOF : assigned;
}

// The six functions, under the name that the program's headers and standard give them.
#define SCANF_FAMILY(prefix, c23) \
    int prefix##vfscanf(FILE *restrict stream, const char *restrict format, va_list arguments) { \
        return scan_all(stream, NULL, format, arguments, c23); \
    } \
    int prefix##vscanf(const char *restrict format, va_list arguments) { \
        return scan_all(stdin, NULL, format, arguments, c23); \
    } \
    int prefix##vsscanf(const char *restrict text, const char *restrict format, va_list arguments) { \
        return scan_all(NULL, text, format, arguments, c23); \
    } \
    int prefix##fscanf(FILE *restrict stream, const char *restrict format, ...) { \
        va_list arguments; \
        va_start(arguments, format); \
        int result = scan_all(stream, NULL, format, arguments, c23); \
        va_end(arguments); \
        return result; \
    } \
    int prefix##scanf(const char *restrict format, ...) { \
        va_list arguments; \
        va_start(arguments, format); \
        int result = scan_all(stdin, NULL, format, arguments, c23); \
        va_end(arguments); \
        return result; \
    } \
    int prefix##sscanf(const char *restrict text, const char *restrict format, ...) { \
        va_list arguments; \
        va_start(arguments, format); \
        int result = scan_all(NULL, text, format, arguments, c23); \
        va_end(arguments); \
        return result; \
    }

SCANF_FAMILY(, false)
SCANF_FAMILY(__isoc99_, false)
SCANF_FAMILY(__isoc23_, true)
