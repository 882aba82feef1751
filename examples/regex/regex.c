//@ args: ^[A-Z][a-z]+.*(er|st)s?[.!]*$
//@ stdin-file: sample.txt
// regex: prints the lines of standard input that match a regular expression, and where.
//
//     c  .  [a-z]  [^a-z]  \d \w \s  (a|b)  x* x+ x?  ^  $
//
// The pattern is compiled to a small program for a machine of threads (after Thompson): all ways to match
// are followed at once, one character at a time, so the time is linear whatever the pattern.
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_PROGRAM = 256, MAX_DEPTH = 32 };

enum op { CHAR, ANY, SET, SPLIT, JUMP, START, END, MATCH };

struct instruction {
    enum op op;
    unsigned char c;
    int x, y; // where SPLIT and JUMP go
    unsigned char set[32];
};

struct regex {
    struct instruction code[MAX_PROGRAM];
    int size;
    const char *at; // in the pattern, while compiling
    const char *error;
    int depth;
};

static void compile_alternatives(struct regex *regex);

static void fail(struct regex *regex, const char *error) {
    if (!regex->error)
        regex->error = error;
}

static int emit(struct regex *regex, enum op op) {
    if (regex->size == MAX_PROGRAM) {
        fail(regex, "the pattern is too long");
        return 0;
    }
    regex->code[regex->size] = (struct instruction){.op = op};
    return regex->size++;
}

// Makes room for one instruction at `at`; targets behind it move along.
static void insert(struct regex *regex, int at, enum op op) {
    if (emit(regex, op) == 0)
        return;
    for (int i = regex->size - 1; i > at; i--) {
        regex->code[i] = regex->code[i - 1];
        regex->code[i].x += regex->code[i].x >= at;
        regex->code[i].y += regex->code[i].y >= at;
    }
    regex->code[at] = (struct instruction){.op = op};
}

static void set_add(unsigned char *set, int c) { set[c / 8] |= (unsigned char)(1 << c % 8); }
static bool set_has(const unsigned char *set, int c) { return set[c / 8] >> c % 8 & 1; }

static bool add_class(unsigned char *set, char class) {
    for (int c = 0; c < 256; c++) {
        bool in = class == 'd' ? isdigit(c) : class == 's' ? isspace(c) : isalnum(c) || c == '_';
        if (in)
            set_add(set, c);
    }
    return class == 'd' || class == 's' || class == 'w';
}

static void compile_set(struct regex *regex) {
    struct instruction *set = &regex->code[emit(regex, SET)];
    bool negated = *regex->at == '^';
    regex->at += negated;
    do {
        unsigned char low = (unsigned char)*regex->at, high = low;
        if (!low) {
            fail(regex, "] is missing");
            return;
        }
        regex->at++;
        if (regex->at[0] == '-' && regex->at[1] && regex->at[1] != ']') {
            high = (unsigned char)regex->at[1];
            regex->at += 2;
        }
        for (int c = low; c <= high; c++)
            set_add(set->set, c);
    } while (*regex->at != ']');
    regex->at++;
    for (size_t i = 0; negated && i < sizeof set->set; i++)
        set->set[i] = (unsigned char)~set->set[i];
}

static void compile_char(struct regex *regex, char c) {
    int at = emit(regex, CHAR);
    regex->code[at].c = (unsigned char)c;
}

static void compile_escape(struct regex *regex) {
    char c = *regex->at;
    if (!c) {
        fail(regex, "a character must follow the backslash");
        return;
    }
    regex->at++;
    unsigned char set[32] = {0};
    if (isalpha((unsigned char)c) && add_class(set, c)) {
        int at = emit(regex, SET);
        memcpy(regex->code[at].set, set, sizeof set);
    } else {
        compile_char(regex, c);
    }
}

static void compile_group(struct regex *regex) {
    if (++regex->depth > MAX_DEPTH) {
        fail(regex, "groups are nested too deeply");
        return;
    }
    compile_alternatives(regex);
    regex->depth--;
    if (*regex->at == ')')
        regex->at++;
    else
        fail(regex, ") is missing");
}

static void compile_atom(struct regex *regex) {
    char c = *regex->at++;
    switch (c) {
    case '.': emit(regex, ANY); break;
    case '^': emit(regex, START); break;
    case '$': emit(regex, END); break;
    case '[': compile_set(regex); break;
    case '(': compile_group(regex); break;
    case '\\': compile_escape(regex); break;
    case '*':
    case '+':
    case '?': fail(regex, "there is nothing to repeat"); break;
    default: compile_char(regex, c); break;
    }
}

static void compile_repeat(struct regex *regex) {
    int start = regex->size;
    compile_atom(regex);
    char c = *regex->at;
    if (regex->error || (c != '*' && c != '+' && c != '?'))
        return;
    regex->at++;
    if (c == '+') {
        int split = emit(regex, SPLIT);
        regex->code[split].x = start;
        regex->code[split].y = split + 1;
        return;
    }
    insert(regex, start, SPLIT);
    if (c == '*')
        regex->code[emit(regex, JUMP)].x = start;
    if (regex->error)
        return;
    regex->code[start].x = start + 1;
    regex->code[start].y = regex->size;
}

static void compile_alternatives(struct regex *regex) {
    int start = regex->size;
    while (!regex->error && *regex->at && *regex->at != '|' && *regex->at != ')')
        compile_repeat(regex);
    if (regex->error || *regex->at != '|')
        return;
    regex->at++;
    insert(regex, start, SPLIT);
    int jump = emit(regex, JUMP);
    if (regex->error)
        return;
    regex->code[start].x = start + 1;
    regex->code[start].y = regex->size;
    compile_alternatives(regex);
    regex->code[jump].x = regex->size;
}

static const char *compile(struct regex *regex, const char *pattern) {
    regex->size = 0;
    regex->error = NULL;
    regex->depth = 0;
    regex->at = pattern;
    compile_alternatives(regex);
    if (!regex->error && *regex->at == ')')
        fail(regex, ") is too much");
    emit(regex, MATCH);
    return regex->error;
}

// Matching.

struct threads {
    int at[MAX_PROGRAM];
    int count;
    bool seen[MAX_PROGRAM];
};

// Adds a thread, following everything that reads no character.
static void add_thread(const struct regex *regex, struct threads *threads, int at, const char *text, const char *here) {
    if (threads->seen[at])
        return;
    threads->seen[at] = true;
    const struct instruction *instruction = &regex->code[at];
    switch (instruction->op) {
    case JUMP: add_thread(regex, threads, instruction->x, text, here); break;
    case SPLIT:
        add_thread(regex, threads, instruction->x, text, here);
        add_thread(regex, threads, instruction->y, text, here);
        break;
    case START:
        if (here == text)
            add_thread(regex, threads, at + 1, text, here);
        break;
    case END:
        if (*here == 0)
            add_thread(regex, threads, at + 1, text, here);
        break;
    case CHAR:
    case ANY:
    case SET:
    case MATCH: threads->at[threads->count++] = at; break;
    }
}

static bool reads(const struct instruction *instruction, unsigned char c) {
    switch (instruction->op) {
    case CHAR: return instruction->c == c;
    case ANY: return true;
    case SET: return set_has(instruction->set, c);
    default: return false;
    }
}

// The length of the longest match at `start`, or -1.
static int match_here(const struct regex *regex, const char *text, const char *start) {
    struct threads lists[2] = {0};
    int longest = -1;
    add_thread(regex, &lists[0], 0, text, start);
    for (const char *here = start;; here++) {
        struct threads *now = &lists[(here - start) % 2], *then = &lists[(here - start + 1) % 2];
        *then = (struct threads){0};
        for (int i = 0; i < now->count; i++) {
            const struct instruction *instruction = &regex->code[now->at[i]];
            if (instruction->op == MATCH)
                longest = (int)(here - start);
            else if (*here && reads(instruction, (unsigned char)*here))
                add_thread(regex, then, now->at[i] + 1, text, here + 1);
        }
        if (*here == 0 || then->count == 0)
            return longest;
    }
}

// The first and longest match; answers whether there is one.
static bool search(const struct regex *regex, const char *text, int *start, int *length) {
    for (const char *here = text;; here++) {
        *length = match_here(regex, text, here);
        *start = (int)(here - text);
        if (*length >= 0)
            return true;
        if (*here == 0)
            return false;
    }
}

int main(int argc, char **argv) {
    static struct regex regex;
    if (argc != 2) {
        fputs("usage: regex PATTERN < TEXT\n", stderr);
        return 64;
    }
    const char *error = compile(&regex, argv[1]);
    if (error) {
        printf("%s\n%*s^ %s\n", argv[1], (int)(regex.at - argv[1]), "", error);
        return 2;
    }
    char line[512];
    int number = 0, matches = 0;
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = 0;
        int start, length;
        number++;
        if (!search(&regex, line, &start, &length))
            continue;
        matches++;
        printf("%d:%d-%d: %.*s[%.*s]%s\n", number, start, start + length, start, line, length, line + start,
               line + start + length);
    }
    printf("%d of %d lines\n", matches, number);
    return matches ? 0 : 1;
}
