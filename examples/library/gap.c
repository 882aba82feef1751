//@ entry: gap_edit
// gap: the text of an editor, with a gap at the cursor, so that typing takes constant time.
//
// `text` has `room` characters: those before the cursor, the gap from `start` to `end`, and those behind the cursor.
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "contract.h"

struct gap {
    char *text;
    size_t room;
    size_t start; // the cursor
    size_t end;
};

enum { GAP_LARGEST = 1 << 15 };

// Are there no zeros from one place to another?
static bool is_text(const char *text, size_t from, size_t to) {
    REQUIRE(to <= GAP_LARGEST);
    for (size_t i = from; i < to; i++)
        if (text[i] == '\0')
            return false;
    return true;
}

bool gap_is_valid(const struct gap *gap) {
    if (!gap || !gap->text || gap->room > GAP_LARGEST)
        return false;
    if (gap->start > gap->end || gap->end > gap->room)
        return false;
    return is_text(gap->text, 0, gap->start) && is_text(gap->text, gap->end, gap->room);
}

struct gap *gap_new(size_t room) {
    if (room == 0 || room > GAP_LARGEST)
        return NULL;
    struct gap *gap = malloc(sizeof *gap);
    if (!gap)
        return NULL;
    char *text = malloc(room);
    if (!text) {
        free(gap);
        return NULL;
    }
    *gap = (struct gap){text, room, 0, room};
    return gap;
}

void gap_free(struct gap *gap) {
    if (!gap)
        return;
    REQUIRE(gap_is_valid(gap));
    free(gap->text);
    free(gap);
}

size_t gap_length(const struct gap *gap) {
    REQUIRE(gap_is_valid(gap));
    return gap->room - (gap->end - gap->start);
}

// The character at a position of the text, or 0 behind it.
char gap_at(const struct gap *gap, size_t position) {
    if (position >= gap_length(gap))
        return '\0';
    return gap->text[position < gap->start ? position : position + (gap->end - gap->start)];
}

// Makes the gap larger: the text has that much room then.
static bool grow(struct gap *gap, size_t room) {
    REQUIRE(gap_is_valid(gap));
    if (room <= gap->room || room > GAP_LARGEST)
        return room <= gap->room;
    char *text = realloc(gap->text, room);
    if (!text)
        return false;
    size_t behind = gap->room - gap->end;
    memmove(text + room - behind, text + gap->end, behind);
    *gap = (struct gap){text, room, gap->start, room - behind};
    return true;
}

// Types a character at the cursor; false if that is none, or if memory ran out.
bool gap_type(struct gap *gap, char c) {
    REQUIRE(gap_is_valid(gap));
    if (c == '\0')
        return false;
    if (gap->start == gap->end && !grow(gap, 2 * gap->room + 1))
        return false;
    gap->text[gap->start++] = c;
    return true;
}

// Types a text; false if memory ran out before its end.
bool gap_type_text(struct gap *gap, const char *restrict text) {
    for (; *text; text++)
        if (!gap_type(gap, *text))
            return false;
    return true;
}

// Deletes the character before the cursor.
bool gap_backspace(struct gap *gap) {
    REQUIRE(gap_is_valid(gap));
    if (gap->start == 0)
        return false;
    gap->start--;
    return true;
}

// Deletes the character behind the cursor.
bool gap_delete(struct gap *gap) {
    REQUIRE(gap_is_valid(gap));
    if (gap->end == gap->room)
        return false;
    gap->end++;
    return true;
}

// Moves the cursor by one character.
bool gap_left(struct gap *gap) {
    REQUIRE(gap_is_valid(gap));
    if (gap->start == 0)
        return false;
    gap->text[--gap->end] = gap->text[--gap->start];
    return true;
}

bool gap_right(struct gap *gap) {
    REQUIRE(gap_is_valid(gap));
    // The seeded bug, off by one: where the gap ends at the end of the text, nothing is behind the cursor.
    if (gap->end > gap->room)
        return false;
    gap->text[gap->start++] = gap->text[gap->end++]; //~ BUG out-of-bounds-read
    return true;
}

// Moves the cursor to a position, or to the end of the text.
void gap_move(struct gap *gap, size_t position) {
    REQUIRE(gap_is_valid(gap));
    if (position > gap_length(gap))
        position = gap_length(gap);
    if (position < gap->start) {
        size_t count = gap->start - position;
        memmove(gap->text + gap->end - count, gap->text + position, count);
        gap->start -= count;
        gap->end -= count;
    } else if (position > gap->start) {
        size_t count = position - gap->start;
        memmove(gap->text + gap->start, gap->text + gap->end, count);
        gap->start += count;
        gap->end += count;
    }
}

// Moves the cursor to the beginning of its line, and says how far that was.
size_t gap_home(struct gap *gap) {
    REQUIRE(gap_is_valid(gap));
    size_t position = gap->start;
    while (position > 0 && gap->text[position - 1] != '\n')
        position--;
    size_t moved = gap->start - position;
    gap_move(gap, position);
    return moved;
}

// The line of the cursor, counted from 1.
size_t gap_line(const struct gap *gap) {
    REQUIRE(gap_is_valid(gap));
    size_t line = 1;
    for (size_t i = 0; i < gap->start; i++)
        line += gap->text[i] == '\n';
    return line;
}

// Deletes the word before the cursor, and the blanks behind that.
size_t gap_delete_word(struct gap *gap) {
    REQUIRE(gap_is_valid(gap));
    size_t before = gap->start;
    while (gap->start > 0 && gap->text[gap->start - 1] == ' ')
        gap->start--;
    while (gap->start > 0 && gap->text[gap->start - 1] != ' ')
        gap->start--;
    return before - gap->start;
}

// The whole text, which is the caller's to free; NULL if memory ran out.
char *gap_copy(const struct gap *gap) {
    size_t length = gap_length(gap);
    char *copy = malloc(length + 1);
    if (!copy)
        return NULL;
    memcpy(copy, gap->text, gap->start);
    memcpy(copy + gap->start, gap->text + gap->end, length - gap->start);
    copy[length] = '\0';
    return copy;
}

// Does the text have a word at a position?
static bool has_at(const struct gap *gap, size_t position, const char *word) {
    for (; *word; word++)
        if (gap_at(gap, position++) != *word)
            return false;
    return true;
}

// The position of a word at or behind another position, or -1.
ptrdiff_t gap_find(const struct gap *gap, const char *word, size_t from) {
    size_t length = gap_length(gap);
    for (size_t position = from; position < length; position++)
        if (has_at(gap, position, word))
            return (ptrdiff_t)position;
    return -1;
}

// Carries out keys: `<` and `>` move, `,` deletes backwards, `.` forwards, `^` goes to the beginning of the line; all else is
// typed. False if memory ran out.
bool gap_press(struct gap *gap, const char *restrict keys) {
    for (; *keys; keys++) {
        switch (*keys) {
        case '<':
            gap_left(gap);
            break;
        case '>':
            gap_right(gap);
            break;
        case ',':
            gap_backspace(gap);
            break;
        case '.':
            gap_delete(gap);
            break;
        case '^':
            gap_home(gap);
            break;
        default:
            if (!gap_type(gap, *keys))
                return false;
        }
    }
    return true;
}

// What some keys make of an empty text, which is the caller's to free; NULL if memory ran out.
char *gap_edit(const char *keys) {
    struct gap *gap = gap_new(4);
    if (!gap)
        return NULL;
    char *text = gap_press(gap, keys) ? gap_copy(gap) : NULL;
    gap_free(gap);
    return text;
}
