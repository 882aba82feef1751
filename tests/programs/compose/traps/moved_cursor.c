//@ paths: 7
//@ encodings: all
// A pointer in memory that calls have moved on, and a callee that follows it.
#include "counterpoint.h"

struct parser {
    const char *at;
};

static void skip_blank(struct parser *parser) {
    if (*parser->at == ' ')
        parser->at++;
}

static int is_minus(const struct parser *parser) {
    if (*parser->at == '-')
        return 1;
    return 0;
}

int main(void) {
    char s[4];
    cp_symbolic(s, 3, "s");
    s[3] = 0;
    struct parser parser = {s};
    skip_blank(&parser);
    skip_blank(&parser);
    if (!is_minus(&parser))
        return 0;
    if (s[1] != '-')
        return 1;
    if (s[0] == ' ')
        return 2;
    return 3;
}
