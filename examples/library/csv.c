// csv: reads and writes tables of text: a line for each record, with separators between its fields.
//
// A field that has a separator, a quotation mark or the end of a line in it is in quotation marks, and those in it are doubled.
// The reader has one line at a time, in a buffer that grows with the longest of them.
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contract.h"

struct reader {
    FILE *in;
    char *line; // `room` characters, of which `length` are read and a final zero; NULL before the first line
    size_t length;
    size_t room;
    unsigned number; // of the line, from 1
};

enum { MOST_FIELDS = 8, FIRST_ROOM = 3, LARGEST_ROOM = 3 << 12 };

struct record {
    char *fields[MOST_FIELDS];
    size_t count;
};

enum csv_status { CSV_OK, CSV_END, CSV_BAD_QUOTE, CSV_TOO_MANY, CSV_NO_MEMORY };

bool reader_is_valid(const struct reader *reader) {
    if (!reader)
        return false;
    if (!reader->line)
        return reader->length == 0 && reader->room == 0;
    return reader->length < reader->room && reader->room <= LARGEST_ROOM;
}

void reader_open(struct reader *reader, FILE *in) {
    REQUIRE(reader != NULL);
    *reader = (struct reader){.in = in};
}

void reader_close(struct reader *reader) {
    REQUIRE(reader != NULL);
    free(reader->line);
    *reader = (struct reader){.in = reader->in};
}

static bool add_char(struct reader *reader, char c) {
    REQUIRE(reader_is_valid(reader));
    if (reader->length + 1 >= reader->room) {
        size_t room = reader->room ? 2 * reader->room : FIRST_ROOM;
        if (room > LARGEST_ROOM)
            return false;
        char *line = realloc(reader->line, room);
        if (!line)
            return false;
        reader->line = line;
        reader->room = room;
    }
    reader->line[reader->length++] = c;
    reader->line[reader->length] = '\0';
    return true;
}

// Reads a line up to its end, which is left out, but for what stands in quotation marks.
enum csv_status reader_line(struct reader *reader) {
    REQUIRE(reader_is_valid(reader));
    REQUIRE(reader->in != NULL);
    reader->length = 0;
    bool is_quoted = false;
    int c = getc(reader->in);
    if (c == EOF)
        return CSV_END;
    reader->number++;
    for (; c != EOF && (c != '\n' || is_quoted); c = getc(reader->in)) {
        if (c == '"')
            is_quoted = !is_quoted;
        if (!add_char(reader, (char)c))
            return CSV_NO_MEMORY;
    }
    if (is_quoted)
        return CSV_BAD_QUOTE;
    // An empty line has a buffer, too.
    if (reader->length == 0) {
        if (!add_char(reader, '\0'))
            return CSV_NO_MEMORY;
        reader->length = 0;
    }
    return CSV_OK;
}

// Takes the quotation marks off a field in place; returns what comes behind it, or NULL if they don't fit.
static char *unquote(char *field) {
    char *to = field;
    const char *from = field + 1;
    while (*from != '"' || from[1] == '"') {
        if (*from == '\0')
            return NULL;
        if (*from == '"')
            from++;
        *to++ = *from++;
    }
    *to = '\0';
    return field + (from + 1 - field);
}

// Splits a line in place.
enum csv_status csv_split(char *line, char separator, struct record *record) {
    REQUIRE(record != NULL);
    REQUIRE(separator != '"');
    REQUIRE(separator != '\0');
    record->count = 0;
    for (;;) {
        if (record->count == MOST_FIELDS)
            return CSV_TOO_MANY;
        record->fields[record->count++] = line;
        if (*line == '"') {
            line = unquote(line);
            if (!line)
                return CSV_BAD_QUOTE;
        } else {
            while (*line && *line != separator && *line != '"')
                line++;
        }
        if (*line == '\0')
            return CSV_OK;
        if (*line != separator)
            return CSV_BAD_QUOTE;
        *line++ = '\0';
    }
}

// The next record, whose fields are good until the next line is read.
enum csv_status csv_next(struct reader *reader, char separator, struct record *record) {
    enum csv_status status = reader_line(reader);
    return status == CSV_OK ? csv_split(reader->line, separator, record) : status;
}

// How many records a file has; -1 if one of them is bad.
int csv_count_records(FILE *in, char separator) {
    struct reader reader;
    struct record record;
    reader_open(&reader, in);
    int count = 0;
    enum csv_status status;
    while ((status = csv_next(&reader, separator, &record)) == CSV_OK)
        count++;
    reader_close(&reader);
    return status == CSV_END ? count : -1;
}

// The column of a name in the first record, or -1.
int csv_column(FILE *in, char separator, const char *name) {
    struct reader reader;
    struct record record;
    reader_open(&reader, in);
    int column = -1;
    if (csv_next(&reader, separator, &record) == CSV_OK)
        for (size_t i = 0; i < record.count && column < 0; i++)
            if (strcmp(record.fields[i], name) == 0)
                column = (int)i;
    reader_close(&reader);
    return column;
}

// Adds up the numbers of a column, from records that have so many; false if the file is bad.
bool csv_sum(FILE *in, char separator, size_t column, long *sum) {
    REQUIRE(sum != NULL);
    struct reader reader;
    struct record record;
    reader_open(&reader, in);
    *sum = 0;
    enum csv_status status;
    while ((status = csv_next(&reader, separator, &record)) == CSV_OK)
        if (column < record.count)
            *sum += strtol(record.fields[column], NULL, 10);
    reader_close(&reader);
    return status == CSV_END;
}

// How many lines are the same as the first one, as when files were put together with their headings.
int csv_repeated_headings(FILE *in) {
    struct reader reader;
    reader_open(&reader, in);
    int repeated = 0;
    if (reader_line(&reader) == CSV_OK) {
        // The seeded bug: a longer line moves the buffer, and the heading is no longer where it was.
        const char *heading = reader.line;
        size_t length = reader.length;
        while (reader_line(&reader) == CSV_OK)
            if (reader.length >= length)
                repeated += memcmp(reader.line, heading, length) == 0; //~ BUG use-after-free
    }
    reader_close(&reader);
    return repeated;
}

static bool needs_quotes(const char *field, char separator) {
    for (; *field; field++)
        if (*field == separator || *field == '"' || *field == '\n')
            return true;
    return false;
}

bool csv_write_field(FILE *out, const char *field, char separator) {
    REQUIRE(out != NULL);
    if (!needs_quotes(field, separator))
        return fputs(field, out) != EOF;
    putc('"', out);
    for (; *field; field++) {
        if (*field == '"')
            putc('"', out);
        putc(*field, out);
    }
    return putc('"', out) != EOF;
}

bool csv_write(FILE *out, const struct record *record, char separator) {
    REQUIRE(record != NULL);
    REQUIRE(record->count <= MOST_FIELDS);
    for (size_t i = 0; i < record->count; i++) {
        if (i > 0)
            putc(separator, out);
        if (!csv_write_field(out, record->fields[i], separator))
            return false;
    }
    return putc('\n', out) != EOF;
}

// Copies a file with another separator; says how many records there were, or -1 if one of them was bad.
int csv_convert(FILE *in, char from, FILE *out, char to) {
    struct reader reader;
    struct record record;
    reader_open(&reader, in);
    int count = 0;
    enum csv_status status;
    while ((status = csv_next(&reader, from, &record)) == CSV_OK && csv_write(out, &record, to))
        count++;
    reader_close(&reader);
    return status == CSV_END ? count : -1;
}
