// A matcher of patterns of letters, `.`, `*`, `^` and `$`, as in every textbook, against a fixed text: the
// pattern is the input.
#include "counterpoint.h"

#ifndef LENGTH
#define LENGTH 6
#define END 1
#endif

static int match_here(const char *pattern, const char *text);

static int match_star(int c, const char *pattern, const char *text) {
    do {
        if (match_here(pattern, text))
            return 1;
    } while (*text != '\0' && (*text++ == c || c == '.'));
    return 0;
}

static int match_here(const char *pattern, const char *text) {
    if (pattern[0] == '\0')
        return 1;
    if (pattern[1] == '*')
        return match_star(pattern[0], pattern + 2, text);
    if (pattern[0] == '$' && pattern[1] == '\0')
        return *text == '\0';
    if (*text != '\0' && (pattern[0] == '.' || pattern[0] == *text))
        return match_here(pattern + 1, text + 1);
    return 0;
}

static int match(const char *pattern, const char *text) {
    if (pattern[0] == '^')
        return match_here(pattern + 1, text);
    do {
        if (match_here(pattern, text))
            return 1;
    } while (*text++ != '\0');
    return 0;
}

int main(void) {
    char pattern[LENGTH + END];
    cp_symbolic(pattern, LENGTH, "pattern");
    if (END)
        pattern[LENGTH] = '\0';
    return match(pattern, "hello");
}
