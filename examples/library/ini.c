//@ options: --check=leaks
// ini: reads configuration files: sections in brackets, lines of the form `key = value`, and comments.
//
// The parser keeps a position in the text and the section that it is in. Sections and entries keep the order of the file.
#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "contract.h"

struct entry {
    char *key;
    char *value;
    struct entry *next;
};

struct section {
    char *name;
    struct entry *entries;
    struct section *next;
};

struct config {
    struct section *sections;
};

enum status { INI_OK, INI_NO_BRACKET, INI_NO_EQUALS, INI_NO_SECTION, INI_NO_NAME, INI_NO_MEMORY };

struct parser {
    const char *at;
    unsigned line;
    struct section *section; // NULL before the first one
    struct config *config;
};

const char *ini_message(enum status status) {
    switch (status) {
    case INI_OK:
        return "no error";
    case INI_NO_BRACKET:
        return "a section's name doesn't end with ]";
    case INI_NO_EQUALS:
        return "there is no = behind a key";
    case INI_NO_SECTION:
        return "a key comes before the first section";
    case INI_NO_NAME:
        return "a name is empty";
    case INI_NO_MEMORY:
        return "there is no memory left";
    }
    return "unknown error";
}

static void free_entry(struct entry *entry) {
    free(entry->key);
    free(entry->value);
    free(entry);
}

void ini_free(struct config *config) {
    while (config->sections) {
        struct section *section = config->sections;
        config->sections = section->next;
        while (section->entries) {
            struct entry *entry = section->entries;
            section->entries = entry->next;
            free_entry(entry);
        }
        free(section->name);
        free(section);
    }
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

static void skip_line(struct parser *parser) {
    while (!is_end(*parser->at))
        parser->at++;
    if (*parser->at == '\n') {
        parser->at++;
        parser->line++;
    }
}

// A copy of some characters, without blanks at both ends; NULL if memory ran out.
static char *copy_trimmed(const char *start, const char *end) {
    while (start < end && is_blank(*start))
        start++;
    while (start < end && is_blank(end[-1]))
        end--;
    size_t length = (size_t)(end - start);
    char *copy = malloc(length + 1);
    if (!copy)
        return NULL;
    memcpy(copy, start, length);
    copy[length] = '\0';
    return copy;
}

static struct section *find_section(const struct config *config, const char *name) {
    struct section *section = config->sections;
    while (section && strcmp(section->name, name) != 0)
        section = section->next;
    return section;
}

// The section with that name, which takes the name if it is a new one; NULL if memory ran out.
static struct section *find_or_add_section(struct config *config, char *name) {
    struct section *section = find_section(config, name);
    if (section) {
        free(name);
        return section;
    }
    section = malloc(sizeof *section);
    if (!section)
        return NULL;
    *section = (struct section){.name = name};
    struct section **link = &config->sections;
    while (*link)
        link = &(*link)->next;
    *link = section;
    return section;
}

static enum status parse_section(struct parser *parser) {
    const char *start = ++parser->at;
    while (!is_end(*parser->at) && *parser->at != ']')
        parser->at++;
    // The seeded bug, a leak on an error path: the copy is made before it is known whether the name ends.
    char *name = copy_trimmed(start, parser->at); //~ BUG memory-leak
    if (!name)
        return INI_NO_MEMORY;
    if (*parser->at != ']')
        return INI_NO_BRACKET;
    if (*name == '\0') {
        free(name);
        return INI_NO_NAME;
    }
    parser->section = find_or_add_section(parser->config, name);
    if (!parser->section) {
        free(name);
        return INI_NO_MEMORY;
    }
    skip_line(parser);
    return INI_OK;
}

// Puts an entry where one with its key is, or behind all others.
static void put_entry(struct section *section, struct entry *entry) {
    struct entry **link = &section->entries;
    while (*link && strcmp((*link)->key, entry->key) != 0)
        link = &(*link)->next;
    if (*link) {
        struct entry *old = *link;
        entry->next = old->next;
        free_entry(old);
    }
    *link = entry;
}

static enum status parse_entry(struct parser *parser) {
    const char *key = parser->at;
    while (!is_end(*parser->at) && *parser->at != '=')
        parser->at++;
    if (*parser->at != '=')
        return INI_NO_EQUALS;
    if (parser->at == key)
        return INI_NO_NAME;
    if (!parser->section)
        return INI_NO_SECTION;
    const char *value = parser->at + 1;
    struct entry *entry = calloc(1, sizeof *entry);
    if (!entry)
        return INI_NO_MEMORY;
    entry->key = copy_trimmed(key, parser->at);
    skip_line(parser);
    const char *end = parser->at;
    if (end > value && end[-1] == '\n')
        end--;
    entry->value = copy_trimmed(value, end);
    if (!entry->key || !entry->value) {
        free_entry(entry);
        return INI_NO_MEMORY;
    }
    put_entry(parser->section, entry);
    return INI_OK;
}

static enum status parse_line(struct parser *parser) {
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

// Reads a whole text. If it has an error, `line` says where, and the configuration is empty.
enum status ini_parse(struct config *config, const char *text, unsigned *line) {
    REQUIRE(config != NULL);
    config->sections = NULL;
    struct parser parser = {.at = text, .line = 1, .config = config};
    enum status status = INI_OK;
    while (status == INI_OK && *parser.at)
        status = parse_line(&parser);
    if (line)
        *line = parser.line;
    if (status != INI_OK)
        ini_free(config);
    return status;
}

// The value of a key in a section, or `otherwise`.
const char *ini_get(const struct config *config, const char *section, const char *key, const char *otherwise) {
    const struct section *found = find_section(config, section);
    if (!found)
        return otherwise;
    for (const struct entry *entry = found->entries; entry; entry = entry->next)
        if (strcmp(entry->key, key) == 0)
            return entry->value;
    return otherwise;
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

// The number that a value begins with; false if it begins with none, or if that is too large.
bool ini_number(const char *value, long *number) {
    REQUIRE(number != NULL);
    bool is_negative = *value == '-';
    if (is_negative)
        value++;
    if (!isdigit((unsigned char)*value))
        return false;
    long result = 0;
    for (; isdigit((unsigned char)*value); value++) {
        if (result > 99999999)
            return false;
        result = 10 * result + (*value - '0');
    }
    *number = is_negative ? -result : result;
    return true;
}
