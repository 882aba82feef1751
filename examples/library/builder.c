//@ entry: builder_repeat
// builder: text that grows at its end.
//
// A builder starts as `{0}`. Functions return false if memory ran out, and leave the text as it was then.
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "contract.h"

struct builder {
    char *text; // NULL, or `room` characters, of which `length` are used and a final zero
    size_t length;
    size_t room;
};

enum { BUILDER_LARGEST = 1 << 15 };

bool builder_is_valid(const struct builder *builder) {
    if (!builder)
        return false;
    if (!builder->text)
        return builder->length == 0 && builder->room == 0;
    return builder->room <= BUILDER_LARGEST && builder->length < builder->room && strlen(builder->text) == builder->length;
}

void builder_free(struct builder *builder) {
    REQUIRE(builder_is_valid(builder));
    free(builder->text);
    *builder = (struct builder){NULL, 0, 0};
}

// What is there so far, also if that is nothing.
const char *builder_text(const struct builder *builder) {
    REQUIRE(builder_is_valid(builder));
    return builder->text ? builder->text : "";
}

// Makes room for that many characters more, and their final zero.
bool builder_reserve(struct builder *builder, size_t more) {
    REQUIRE(builder_is_valid(builder));
    if (more >= BUILDER_LARGEST - builder->length)
        return false;
    size_t needed = builder->length + more + 1;
    if (needed <= builder->room)
        return true;
    size_t room = builder->room ? builder->room : 4;
    while (room < needed)
        room *= 2;
    char *text = realloc(builder->text, room);
    if (!text)
        return false;
    text[builder->length] = '\0';
    builder->text = text;
    builder->room = room;
    return true;
}

bool builder_add_bytes(struct builder *builder, const char *restrict bytes, size_t count) {
    if (!builder_reserve(builder, count))
        return false;
    for (size_t i = 0; i < count; i++)
        builder->text[builder->length++] = bytes[i];
    builder->text[builder->length] = '\0';
    return true;
}

bool builder_add(struct builder *builder, const char *restrict text) {
    return builder_add_bytes(builder, text, strlen(text));
}

bool builder_add_char(struct builder *builder, char c) {
    return builder_add_bytes(builder, &c, 1);
}

bool builder_add_repeated(struct builder *builder, char c, unsigned times) {
    if (!builder_reserve(builder, times))
        return false;
    while (times-- > 0)
        builder->text[builder->length++] = c;
    builder->text[builder->length] = '\0';
    return true;
}

bool builder_add_number(struct builder *builder, long number) {
    char digits[24];
    size_t at = sizeof digits;
    unsigned long rest = number < 0 ? 0ul - (unsigned long)number : (unsigned long)number;
    do {
        digits[--at] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    if (number < 0)
        digits[--at] = '-';
    return builder_add_bytes(builder, digits + at, sizeof digits - at);
}

// A number in hexadecimal digits, at least `width` of them.
bool builder_add_hex(struct builder *builder, unsigned number, unsigned width) {
    unsigned digits = 1;
    while (digits < 8 && number >> 4 * digits != 0)
        digits++;
    if (digits < width && !builder_add_repeated(builder, '0', width - digits))
        return false;
    if (!builder_reserve(builder, digits))
        return false;
    while (digits-- > 0)
        builder->text[builder->length++] = "0123456789abcdef"[number >> 4 * digits & 15];
    builder->text[builder->length] = '\0';
    return true;
}

// The character that stands for another one behind a backslash, or 0.
static char escape_of(char c) {
    switch (c) {
    case '\n':
        return 'n';
    case '\t':
        return 't';
    case '\\':
    case '"':
        return c;
    default:
        return 0;
    }
}

// Adds a text in quotation marks, with what is special in it escaped.
bool builder_add_quoted(struct builder *builder, const char *restrict text) {
    if (!builder_add_char(builder, '"'))
        return false;
    for (; *text; text++) {
        char escape = escape_of(*text);
        bool added = true;
        if (escape)
            added = builder_add_char(builder, '\\') && builder_add_char(builder, escape);
        else if ((unsigned char)*text < ' ')
            added = builder_add(builder, "\\x") && builder_add_hex(builder, (unsigned char)*text, 2);
        else
            added = builder_add_char(builder, *text);
        if (!added)
            return false;
    }
    return builder_add_char(builder, '"');
}

// Shortens the text to at most that many characters.
void builder_cut(struct builder *builder, size_t length) {
    REQUIRE(builder_is_valid(builder));
    if (length >= builder->length)
        return;
    builder->length = length;
    builder->text[length] = '\0';
}

// Takes blanks off the end.
void builder_trim(struct builder *builder) {
    REQUIRE(builder_is_valid(builder));
    size_t length = builder->length;
    while (length > 0 && (builder->text[length - 1] == ' ' || builder->text[length - 1] == '\n'))
        length--;
    builder_cut(builder, length);
}

bool builder_ends_with(const struct builder *builder, const char *end) {
    REQUIRE(builder_is_valid(builder));
    size_t length = strlen(end);
    if (length > builder->length)
        return false;
    return strcmp(builder_text(builder) + builder->length - length, end) == 0;
}

// The text, which is the caller's to free from now on; the builder is empty again.
char *builder_take(struct builder *builder) {
    REQUIRE(builder_is_valid(builder));
    char *text = builder->text;
    if (!text)
        return calloc(1, 1);
    *builder = (struct builder){NULL, 0, 0};
    return text;
}

// A copy of a text.
char *builder_copy(const char *text) {
    size_t length = strlen(text);
    char *copy = malloc(length + 1);
    if (!copy)
        return NULL;
    memcpy(copy, text, length + 1);
    return copy;
}

// Texts, with something between each two, as one that is the caller's to free.
char *builder_join(const char *const *texts, size_t count, const char *between) {
    struct builder all = {NULL, 0, 0};
    for (size_t i = 0; i < count; i++) {
        if ((i > 0 && !builder_add(&all, between)) || !builder_add(&all, texts[i])) {
            builder_free(&all);
            return NULL;
        }
    }
    return builder_take(&all);
}

// A text as often as wanted.
char *builder_repeat(const char *text, unsigned times) {
    REQUIRE(times < 1000);
    size_t length = strlen(text);
    char *all = malloc(length * times + 1);
    // The seeded bug: nobody looked whether there was memory.
    all[length * times] = '\0'; //~ BUG null-dereference
    for (unsigned i = 0; i < times; i++)
        memcpy(all + i * length, text, length);
    return all;
}

// A text with every character doubled that is a certain one, as quotation marks are in CSV; NULL if memory ran out.
char *builder_double(const char *text, char doubled) {
    struct builder all = {NULL, 0, 0};
    for (; *text; text++) {
        bool added = builder_add_char(&all, *text);
        if (added && *text == doubled)
            added = builder_add_char(&all, doubled);
        if (!added) {
            builder_free(&all);
            return NULL;
        }
    }
    return builder_take(&all);
}
