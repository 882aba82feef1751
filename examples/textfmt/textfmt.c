//@ args: -w 48 -j
//@ stdin-file: sample.txt
// textfmt: fills paragraphs to a width and optionally justifies them: `textfmt [-w WIDTH] [-j] < TEXT`.
//
// Lines are broken so that the sum of the squared blanks left over is as small as possible (as TeX does),
// not greedily. A blank line ends a paragraph; one that starts with "- " is a list item and its text is
// indented.
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MIN_WIDTH = 10, MAX_WIDTH = 200 };

struct options {
    int width;
    bool justify;
};

struct paragraph {
    char **words;
    int count, capacity;
    int indent; // of the text of a list item, whose first line has "- " there
};

static void *checked(void *memory) {
    if (!memory) {
        fputs("textfmt: out of memory\n", stderr);
        exit(2);
    }
    return memory;
}

static void add_word(struct paragraph *paragraph, const char *start, size_t length) {
    if (paragraph->count == paragraph->capacity) {
        paragraph->capacity = paragraph->capacity ? 2 * paragraph->capacity : 16;
        paragraph->words = checked(realloc(paragraph->words, (size_t)paragraph->capacity * sizeof *paragraph->words));
    }
    char *word = checked(malloc(length + 1));
    memcpy(word, start, length);
    word[length] = 0;
    paragraph->words[paragraph->count++] = word;
}

static void add_line(struct paragraph *paragraph, const char *line) {
    if (paragraph->count == 0 && strncmp(line, "- ", 2) == 0) {
        paragraph->indent = 2;
        line += 2;
    }
    while (*line) {
        while (isspace((unsigned char)*line))
            line++;
        const char *end = line;
        while (*end && !isspace((unsigned char)*end))
            end++;
        if (end > line)
            add_word(paragraph, line, (size_t)(end - line));
        line = end;
    }
}

static void clear(struct paragraph *paragraph) {
    for (int i = 0; i < paragraph->count; i++)
        free(paragraph->words[i]);
    free(paragraph->words);
    *paragraph = (struct paragraph){0};
}

// The room for words on a line.
static int room(const struct paragraph *paragraph, const struct options *options) {
    return options->width - paragraph->indent;
}

static long cost_of_line(int blanks_left, bool last) {
    if (last && blanks_left >= 0)
        return 0;
    if (blanks_left < 0)
        return 1000000; // a word longer than the line has to stand somewhere
    return (long)blanks_left * blanks_left;
}

// Fills `next`: the line that starts with word i ends before word next[i]. Works from the end: the best
// way to set the words from i on is the best first line plus what is already known about the rest.
static void break_lines(const struct paragraph *paragraph, const struct options *options, int *next) {
    int count = paragraph->count;
    long *cost = checked(malloc(((size_t)count + 1) * sizeof *cost));
    cost[count] = 0;
    for (int first = count - 1; first >= 0; first--) {
        int length = -1;
        cost[first] = -1;
        for (int end = first + 1; end <= count; end++) {
            length += 1 + (int)strlen(paragraph->words[end - 1]);
            int left = room(paragraph, options) - length;
            if (left < 0 && end > first + 1)
                break;
            long total = cost_of_line(left, end == count) + cost[end];
            if (cost[first] < 0 || total < cost[first]) {
                cost[first] = total;
                next[first] = end;
            }
        }
    }
    free(cost);
}

// Prints words [first, end) with the extra blanks spread over the gaps, alternately from both sides so
// that no river runs down the page.
static void print_line(const struct paragraph *paragraph, int first, int end, int extra, bool from_left) {
    int gaps = end - first - 1;
    printf("%*s", paragraph->indent, first == 0 && paragraph->indent ? "- " : "");
    for (int i = first; i < end; i++) {
        fputs(paragraph->words[i], stdout);
        int gap = i - first;
        if (gap == gaps)
            break;
        int share = extra / gaps, rest = extra % gaps;
        bool more = from_left ? gap < rest : gap >= gaps - rest;
        printf("%*s", 1 + share + more, "");
    }
    putchar('\n');
}

static int line_length(const struct paragraph *paragraph, int first, int end) {
    int length = end - first - 1;
    for (int i = first; i < end; i++)
        length += (int)strlen(paragraph->words[i]);
    return length;
}

static void print_paragraph(const struct paragraph *paragraph, const struct options *options) {
    if (paragraph->count == 0)
        return;
    int *next = checked(malloc((size_t)paragraph->count * sizeof *next));
    break_lines(paragraph, options, next);
    bool from_left = true;
    for (int first = 0; first < paragraph->count; first = next[first]) {
        int end = next[first], extra = 0;
        if (options->justify && end < paragraph->count && end - first > 1)
            extra = room(paragraph, options) - line_length(paragraph, first, end);
        print_line(paragraph, first, end, extra, from_left);
        from_left = !from_left;
    }
    free(next);
}

static bool is_blank(const char *line) {
    while (isspace((unsigned char)*line))
        line++;
    return *line == 0;
}

static void format(FILE *file, const struct options *options) {
    struct paragraph paragraph = {0};
    char *line = NULL;
    size_t size = 0;
    bool first = true;
    for (bool more = true; more;) {
        more = getline(&line, &size, file) != -1;
        if (more && !is_blank(line)) {
            add_line(&paragraph, line);
            continue;
        }
        if (paragraph.count > 0 && !first)
            putchar('\n');
        first = first && paragraph.count == 0;
        print_paragraph(&paragraph, options);
        clear(&paragraph);
    }
    free(line);
}

static bool parse_options(int argc, char **argv, struct options *options) {
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-j") == 0) {
            options->justify = true;
        } else if (strcmp(argv[i], "-w") == 0 && i + 1 < argc) {
            char *end;
            long width = strtol(argv[++i], &end, 10);
            if (*end || width < MIN_WIDTH || width > MAX_WIDTH)
                return false;
            options->width = (int)width;
        } else {
            return false;
        }
    }
    return true;
}

int main(int argc, char **argv) {
    struct options options = {.width = 72, .justify = false};
    if (!parse_options(argc, argv, &options)) {
        fprintf(stderr, "usage: textfmt [-w %d..%d] [-j] < TEXT\n", MIN_WIDTH, MAX_WIDTH);
        return 64;
    }
    format(stdin, &options);
    return 0;
}
