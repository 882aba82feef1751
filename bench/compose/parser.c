// Parser of the 2008 paper: a subset of a language like Pascal; an assertion fails if parsing succeeds.
//
// The paper says: the keyword "program" and a name, optional function definitions, a body from "begin" to "end". The
// rest is ours: blanks, semicolons, that names are lower-case letters, that a function is a small program itself, and
// the 24 bytes; "program a;begin end" is one of the shortest programs.
#include "counterpoint.h"

#ifndef SIZE
#define SIZE 24
#endif

// A place that is behind no place: what should have been there isn't.
#define NOWHERE -1

static int skip_space(const char *s, int at) {
    while (s[at] == ' ' || s[at] == '\n')
        at++;
    return at;
}

static int match_keyword(const char *s, int at, const char *keyword) {
    int i = 0;
    while (keyword[i]) {
        if (s[at + i] != keyword[i])
            return NOWHERE;
        i++;
    }
    return at + i;
}

static int parse_name(const char *s, int at) {
    int first = at;
    while (s[at] >= 'a' && s[at] <= 'z')
        at++;
    return at == first ? NOWHERE : at;
}

static int parse_body(const char *s, int at) {
    at = match_keyword(s, skip_space(s, at), "begin");
    if (at == NOWHERE)
        return NOWHERE;
    return match_keyword(s, skip_space(s, at), "end");
}

// Behind the name and its semicolon.
static int parse_heading(const char *s, int at, const char *keyword) {
    at = match_keyword(s, skip_space(s, at), keyword);
    if (at == NOWHERE || s[at] != ' ')
        return NOWHERE;
    at = parse_name(s, skip_space(s, at));
    if (at == NOWHERE)
        return NOWHERE;
    return match_keyword(s, skip_space(s, at), ";");
}

static int parse_function(const char *s, int at) {
    at = parse_heading(s, at, "function");
    if (at == NOWHERE)
        return NOWHERE;
    at = parse_body(s, at);
    if (at == NOWHERE)
        return NOWHERE;
    return match_keyword(s, skip_space(s, at), ";");
}

static int parse_program(const char *s) {
    int at = parse_heading(s, 0, "program");
    if (at == NOWHERE)
        return 0;
    for (;;) {
        int next = parse_function(s, at);
        if (next == NOWHERE)
            break;
        at = next;
    }
    at = parse_body(s, at);
    return at != NOWHERE && s[skip_space(s, at)] == 0;
}

int main(void) {
    char s[SIZE + 1];
    cp_symbolic(s, SIZE, "s");
    s[SIZE] = 0;
    cp_assert(!parse_program(s));
    return 0;
}
