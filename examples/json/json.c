//@ args: sample.json
// json: checks a JSON file and prints it again, indented. `json FILE` or `json < FILE`.
//
// A recursive-descent parser builds a tree of values; errors name the line and the column. The printer
// walks the tree. Strings are kept as UTF-8, \u escapes included.
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DEPTH = 64 };

enum kind { JSON_NULL, JSON_BOOL, JSON_NUMBER, JSON_STRING, JSON_ARRAY, JSON_OBJECT };

struct value {
    enum kind kind;
    bool boolean;
    double number;
    char *string;
    char **keys;          // of an object, as many as there are items
    struct value **items; // of an array or an object
    size_t count, capacity;
};

struct parser {
    const char *text, *at;
    const char *error; // the first one, NULL while all is well
    int depth;
};

static void *checked(void *memory) {
    if (!memory) {
        fputs("json: out of memory\n", stderr);
        exit(2);
    }
    return memory;
}

static struct value *new_value(enum kind kind) {
    struct value *value = checked(calloc(1, sizeof *value));
    value->kind = kind;
    return value;
}

static void free_value(struct value *value) {
    if (!value)
        return;
    for (size_t i = 0; i < value->count; i++) {
        if (value->keys)
            free(value->keys[i]);
        free_value(value->items[i]);
    }
    free(value->keys);
    free(value->items);
    free(value->string);
    free(value);
}

static void append(struct value *container, char *key, struct value *item) {
    if (container->count == container->capacity) {
        container->capacity = container->capacity ? 2 * container->capacity : 4;
        container->items = checked(realloc(container->items, container->capacity * sizeof *container->items));
        if (container->kind == JSON_OBJECT)
            container->keys = checked(realloc(container->keys, container->capacity * sizeof *container->keys));
    }
    if (container->kind == JSON_OBJECT)
        container->keys[container->count] = key;
    container->items[container->count++] = item;
}

// Parsing. Every function leaves `at` behind what it has read; after an error nothing is read.

static struct value *parse_value(struct parser *parser);

static void *fail(struct parser *parser, const char *error) {
    if (!parser->error)
        parser->error = error;
    return NULL;
}

static char next(struct parser *parser) {
    while (*parser->at == ' ' || *parser->at == '\t' || *parser->at == '\n' || *parser->at == '\r')
        parser->at++;
    return *parser->at;
}

static bool accept(struct parser *parser, char wanted) {
    if (next(parser) != wanted)
        return false;
    parser->at++;
    return true;
}

static struct value *parse_word(struct parser *parser, const char *word, enum kind kind, bool boolean) {
    size_t length = strlen(word);
    if (strncmp(parser->at, word, length) != 0)
        return fail(parser, "unknown word");
    parser->at += length;
    struct value *value = new_value(kind);
    value->boolean = boolean;
    return value;
}

static bool skip_digits(struct parser *parser) {
    const char *start = parser->at;
    while (isdigit((unsigned char)*parser->at))
        parser->at++;
    return parser->at > start;
}

// strtod accepts more than JSON does, so the shape is checked first.
static struct value *parse_number(struct parser *parser) {
    const char *start = parser->at;
    if (*parser->at == '-')
        parser->at++;
    if (*parser->at == '0')
        parser->at++;
    else if (!skip_digits(parser))
        return fail(parser, "a number needs a digit");
    if (*parser->at == '.') {
        parser->at++;
        if (!skip_digits(parser))
            return fail(parser, "a digit must follow the point");
    }
    if (*parser->at == 'e' || *parser->at == 'E') {
        parser->at++;
        if (*parser->at == '+' || *parser->at == '-')
            parser->at++;
        if (!skip_digits(parser))
            return fail(parser, "a digit must follow the exponent");
    }
    struct value *value = new_value(JSON_NUMBER);
    value->number = strtod(start, NULL);
    return value;
}

static long parse_hex4(struct parser *parser) {
    long code = 0;
    for (int i = 0; i < 4; i++, parser->at++) {
        char c = *parser->at;
        if (!isxdigit((unsigned char)c))
            return -1;
        code = code * 16 + (isdigit((unsigned char)c) ? c - '0' : tolower((unsigned char)c) - 'a' + 10);
    }
    return code;
}

static char *put_utf8(char *out, unsigned long code) {
    if (code < 0x80) {
        *out++ = (char)code;
    } else if (code < 0x800) {
        *out++ = (char)(0xc0 | code >> 6);
        *out++ = (char)(0x80 | (code & 0x3f));
    } else if (code < 0x10000) {
        *out++ = (char)(0xe0 | code >> 12);
        *out++ = (char)(0x80 | (code >> 6 & 0x3f));
        *out++ = (char)(0x80 | (code & 0x3f));
    } else {
        *out++ = (char)(0xf0 | code >> 18);
        *out++ = (char)(0x80 | (code >> 12 & 0x3f));
        *out++ = (char)(0x80 | (code >> 6 & 0x3f));
        *out++ = (char)(0x80 | (code & 0x3f));
    }
    return out;
}

// Reads the part of an escape after `\u`; a high surrogate must be followed by a low one.
static char *parse_unicode(struct parser *parser, char *out) {
    long code = parse_hex4(parser);
    if (code < 0)
        return fail(parser, "\\u needs four hexadecimal digits");
    if (code >= 0xdc00 && code < 0xe000)
        return fail(parser, "a low surrogate stands alone");
    if (code >= 0xd800 && code < 0xdc00) {
        if (parser->at[0] != '\\' || parser->at[1] != 'u')
            return fail(parser, "a high surrogate stands alone");
        parser->at += 2;
        long low = parse_hex4(parser);
        if (low < 0xdc00 || low >= 0xe000)
            return fail(parser, "a low surrogate must follow");
        code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
    }
    if (code == 0)
        return fail(parser, "a string cannot hold \\u0000");
    return put_utf8(out, (unsigned long)code);
}

static char *parse_escape(struct parser *parser, char *out) {
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
    char c = *parser->at;
    if (c == 'u') {
        parser->at++;
        return parse_unicode(parser, out);
    }
    const char *found = c ? strchr(from, c) : NULL;
    if (!found)
        return fail(parser, "unknown escape");
    parser->at++;
    *out++ = to[found - from];
    return out;
}

static char *parse_string(struct parser *parser) {
    const char *end = ++parser->at;
    while (*end && *end != '"')
        end += *end == '\\' && end[1] ? 2 : 1;
    // An escape never becomes longer than its spelling.
    char *string = checked(malloc((size_t)(end - parser->at) + 1)), *out = string;
    while (out && *parser->at != '"') {
        if ((unsigned char)*parser->at < ' ')
            out = fail(parser, *parser->at ? "a control character in a string" : "the string does not end");
        else if (*parser->at == '\\')
            parser->at++, out = parse_escape(parser, out);
        else
            *out++ = *parser->at++;
    }
    if (!out) {
        free(string);
        return NULL;
    }
    parser->at++;
    *out = 0;
    return string;
}

static bool parse_member(struct parser *parser, struct value *object) {
    if (next(parser) != '"')
        return fail(parser, "a member starts with a string");
    char *key = parse_string(parser);
    if (!key)
        return false;
    struct value *item = accept(parser, ':') ? parse_value(parser) : fail(parser, "a colon is missing");
    if (item)
        append(object, key, item);
    else
        free(key);
    return item != NULL;
}

static bool parse_element(struct parser *parser, struct value *array) {
    struct value *item = parse_value(parser);
    if (item)
        append(array, NULL, item);
    return item != NULL;
}

static struct value *parse_container(struct parser *parser, enum kind kind) {
    char close = kind == JSON_ARRAY ? ']' : '}';
    if (++parser->depth > MAX_DEPTH)
        return fail(parser, "nested too deeply");
    struct value *container = new_value(kind);
    parser->at++;
    bool more = !accept(parser, close);
    while (more) {
        bool ok = kind == JSON_ARRAY ? parse_element(parser, container) : parse_member(parser, container);
        more = ok && accept(parser, ',');
        if (ok && !more && !accept(parser, close))
            fail(parser, kind == JSON_ARRAY ? "a comma or ] is missing" : "a comma or } is missing");
    }
    parser->depth--;
    if (!parser->error)
        return container;
    free_value(container);
    return NULL;
}

static struct value *parse_value(struct parser *parser) {
    switch (next(parser)) {
    case '{': return parse_container(parser, JSON_OBJECT);
    case '[': return parse_container(parser, JSON_ARRAY);
    case 't': return parse_word(parser, "true", JSON_BOOL, true);
    case 'f': return parse_word(parser, "false", JSON_BOOL, false);
    case 'n': return parse_word(parser, "null", JSON_NULL, false);
    case '-':
    case '0' ... '9': return parse_number(parser);
    case '"': {
        char *string = parse_string(parser);
        if (!string)
            return NULL;
        struct value *value = new_value(JSON_STRING);
        value->string = string;
        return value;
    }
    case 0: return fail(parser, "a value is missing");
    default: return fail(parser, "no value starts like this");
    }
}

static struct value *parse(struct parser *parser) {
    struct value *value = parse_value(parser);
    if (value && next(parser)) {
        free_value(value);
        return fail(parser, "something follows the value");
    }
    return value;
}

// Printing.

static void print_string(const char *string) {
    putchar('"');
    for (; *string; string++) {
        unsigned char c = (unsigned char)*string;
        if (c == '"' || c == '\\')
            printf("\\%c", c);
        else if (c == '\n')
            fputs("\\n", stdout);
        else if (c < ' ')
            printf("\\u%04x", c);
        else
            putchar(c);
    }
    putchar('"');
}

static void print(const struct value *value, int indent) {
    bool object = value->kind == JSON_OBJECT;
    switch (value->kind) {
    case JSON_NULL: fputs("null", stdout); return;
    case JSON_BOOL: fputs(value->boolean ? "true" : "false", stdout); return;
    case JSON_NUMBER: printf("%.15g", value->number); return;
    case JSON_STRING: print_string(value->string); return;
    case JSON_ARRAY:
    case JSON_OBJECT: break;
    }
    putchar(object ? '{' : '[');
    for (size_t i = 0; i < value->count; i++) {
        printf("%s\n%*s", i ? "," : "", indent + 2, "");
        if (object) {
            print_string(value->keys[i]);
            fputs(": ", stdout);
        }
        print(value->items[i], indent + 2);
    }
    if (value->count)
        printf("\n%*s", indent, "");
    putchar(object ? '}' : ']');
}

static void print_error(const struct parser *parser) {
    int line = 1, column = 1;
    for (const char *p = parser->text; p < parser->at; p++) {
        column = *p == '\n' ? 1 : column + 1;
        line += *p == '\n';
    }
    printf("%d:%d: %s\n", line, column, parser->error);
}

static char *read_all(FILE *file) {
    size_t size = 0, capacity = 256;
    char *text = checked(malloc(capacity));
    for (size_t got; (got = fread(text + size, 1, capacity - size - 1, file)) > 0;) {
        size += got;
        if (capacity - size == 1)
            text = checked(realloc(text, capacity *= 2));
    }
    text[size] = 0;
    return text;
}

int main(int argc, char **argv) {
    FILE *file = argc > 1 ? fopen(argv[1], "r") : stdin;
    if (!file) {
        fprintf(stderr, "json: cannot open %s\n", argv[1]);
        return 2;
    }
    char *text = read_all(file);
    if (file != stdin)
        fclose(file);
    struct parser parser = {.text = text, .at = text};
    struct value *value = parse(&parser);
    if (value) {
        print(value, 0);
        putchar('\n');
    } else {
        print_error(&parser);
    }
    free_value(value);
    free(text);
    return parser.error ? 1 : 0;
}
