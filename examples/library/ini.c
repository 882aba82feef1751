//@ entry: settings_read
//@ options: --check=leaks
// ini: reads configuration files: sections in brackets, lines of the form `key = value`, and comments.
//
// The parser keeps nothing of what it reads: it calls a handler for every value, with copies that last as long as the call.
#include <ctype.h>
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "contract.h"

enum { SECTION_ROOM = 6 };

enum status {
    INI_OK,
    INI_NO_BRACKET,
    INI_NO_EQUALS,
    INI_NO_NAME,
    INI_TOO_LONG,
    INI_STOPPED, // by the handler
    INI_NO_MEMORY,
};

// Is told a value; false ends the parsing.
typedef bool ini_handler(const char *section, const char *key, const char *value, void *context);

struct parser {
    const char *at;
    unsigned line;
    char section[SECTION_ROOM]; // empty before the first one
    ini_handler *handler;
    void *context;
};

bool parser_is_valid(const struct parser *parser) {
    if (!parser || !parser->at || !parser->handler)
        return false;
    return memchr(parser->section, '\0', SECTION_ROOM) != NULL;
}

const char *ini_message(enum status status) {
    switch (status) {
    case INI_OK:
        return "no error";
    case INI_NO_BRACKET:
        return "a section's name doesn't end with ]";
    case INI_NO_EQUALS:
        return "there is no = behind a key";
    case INI_NO_NAME:
        return "a name is empty";
    case INI_TOO_LONG:
        return "a section's name is too long";
    case INI_STOPPED:
        return "a value is wrong";
    case INI_NO_MEMORY:
        return "there is no memory left";
    }
    return "unknown error";
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t';
}

static bool is_end(char c) {
    return c == '\0' || c == '\n';
}

static void skip_blanks(struct parser *parser) {
    while (is_blank(*parser->at))
        parser->at++;
}

// Goes to the beginning of the next line.
static void skip_line(struct parser *parser) {
    while (!is_end(*parser->at))
        parser->at++;
    if (*parser->at == '\n') {
        parser->at++;
        parser->line++;
    }
}

// Goes to the next such character of the line, or to its end.
static bool skip_to(struct parser *parser, char wanted) {
    while (!is_end(*parser->at) && *parser->at != wanted)
        parser->at++;
    return *parser->at == wanted;
}

// How many of some characters are left without the blanks at their end.
static size_t length_without_blanks(const char *start, size_t length) {
    REQUIRE(length <= strlen(start));
    while (length > 0 && is_blank(start[length - 1]))
        length--;
    return length;
}

// A copy of some characters, without the blanks at their end; NULL if memory ran out.
static char *copy_without_blanks(const char *start, size_t length) {
    length = length_without_blanks(start, length);
    char *copy = malloc(length + 1); //~ BUG memory-leak
    if (!copy)
        return NULL;
    memcpy(copy, start, length);
    copy[length] = '\0';
    return copy;
}

static enum status parse_section(struct parser *parser) {
    REQUIRE(parser_is_valid(parser));
    REQUIRE(*parser->at == '[');
    parser->at++;
    skip_blanks(parser);
    const char *start = parser->at;
    if (!skip_to(parser, ']'))
        return INI_NO_BRACKET;
    size_t length = length_without_blanks(start, (size_t)(parser->at - start));
    if (length == 0)
        return INI_NO_NAME;
    if (length >= SECTION_ROOM)
        return INI_TOO_LONG;
    memcpy(parser->section, start, length);
    parser->section[length] = '\0';
    skip_line(parser);
    return INI_OK;
}

static enum status parse_entry(struct parser *parser) {
    REQUIRE(parser_is_valid(parser));
    const char *start = parser->at;
    if (!skip_to(parser, '='))
        return INI_NO_EQUALS;
    if (length_without_blanks(start, (size_t)(parser->at - start)) == 0)
        return INI_NO_NAME;
    char *key = copy_without_blanks(start, (size_t)(parser->at - start));
    if (!key)
        return INI_NO_MEMORY;
    parser->at++;
    skip_blanks(parser);
    start = parser->at;
    skip_to(parser, '\0');
    char *value = copy_without_blanks(start, (size_t)(parser->at - start));
    if (!value) {
        free(key);
        return INI_NO_MEMORY;
    }
    // The seeded bug, a leak on an error path: both copies are lost if the handler wants no more.
    if (!parser->handler(parser->section, key, value, parser->context))
        return INI_STOPPED;
    free(key);
    free(value);
    skip_line(parser);
    return INI_OK;
}

static enum status parse_line(struct parser *parser) {
    REQUIRE(parser_is_valid(parser));
    skip_blanks(parser);
    switch (*parser->at) {
    case '[':
        return parse_section(parser);
    case '#':
    case ';':
    case '\n':
    case '\0':
        skip_line(parser);
        return INI_OK;
    default:
        return parse_entry(parser);
    }
}

// Reads a whole text. If it has an error, `line` says where.
enum status ini_parse(const char *text, ini_handler *handler, void *context, unsigned *line) {
    REQUIRE(text != NULL);
    REQUIRE(handler != NULL);
    struct parser parser = {.at = text, .line = 1, .handler = handler, .context = context};
    enum status status = INI_OK;
    while (status == INI_OK && *parser.at)
        status = parse_line(&parser);
    if (line)
        *line = parser.line;
    return status;
}

// What a value means as a yes or no: 1, 0, or -1 if it is neither.
int ini_flag(const char *value) {
    static const char *const yes[] = {"yes", "on", "1"};
    static const char *const no[] = {"no", "off", "0"};
    for (size_t i = 0; i < sizeof yes / sizeof *yes; i++) {
        if (strcmp(value, yes[i]) == 0)
            return 1;
        if (strcmp(value, no[i]) == 0)
            return 0;
    }
    return -1;
}

// The number that a value is; false if it is none, or if it is too large.
bool ini_number(const char *value, int *number) {
    REQUIRE(number != NULL);
    bool is_negative = *value == '-';
    if (is_negative)
        value++;
    if (!isdigit((unsigned char)*value))
        return false;
    int result = 0;
    for (; isdigit((unsigned char)*value); value++) {
        if (result > 9999)
            return false;
        result = 10 * result + (*value - '0');
    }
    *number = is_negative ? -result : result;
    return *value == '\0';
}

// What the window of some program looks like.
struct settings {
    int width;
    int height;
    bool is_full;
};

// A handler for them, which are in the section `win`. Other sections are none of its business, but outside of all of them
// there is nothing.
bool settings_handler(const char *section, const char *key, const char *value, void *context) {
    struct settings *settings = context;
    if (strcmp(section, "win") != 0)
        return *section != '\0';
    if (strcmp(key, "w") == 0)
        return ini_number(value, &settings->width);
    if (strcmp(key, "h") == 0)
        return ini_number(value, &settings->height);
    if (strcmp(key, "full") == 0) {
        int flag = ini_flag(value);
        settings->is_full = flag == 1;
        return flag >= 0;
    }
    return false;
}

// The settings that a text has; what it says nothing about is 0.
enum status settings_read(struct settings *settings, const char *text) {
    REQUIRE(settings != NULL);
    *settings = (struct settings){0, 0, false};
    return ini_parse(text, settings_handler, settings, NULL);
}

// Counts the values of a text, whatever they are.
bool count_handler(const char *section, const char *key, const char *value, void *context) {
    (void)section;
    (void)key;
    (void)value;
    int *count = context;
    REQUIRE(*count < INT_MAX);
    ++*count;
    return true;
}

// How many values a text has, or -1 if it has an error.
int ini_count(const char *text) {
    int count = 0;
    return ini_parse(text, count_handler, &count, NULL) == INI_OK ? count : -1;
}
