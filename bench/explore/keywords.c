// Which keyword of C is it? Text of eight characters against a table, with the library's strcmp.
#include "counterpoint.h"

#include <string.h>

static const char *const keywords[] = {
    "auto",   "break",  "case",     "char",   "const",   "continue", "default", "do",       "double", "else",
    "enum",   "extern", "float",    "for",    "goto",    "if",       "inline",  "int",      "long",   "register",
    "return", "short",  "signed",   "sizeof", "static",  "struct",   "switch",  "typedef",  "union",  "unsigned",
    "void",   "while",
};

int main(void) {
    char word[9];
    cp_symbolic(word, 8, "word");
    word[8] = '\0';
    for (unsigned i = 0; i < sizeof keywords / sizeof *keywords; i++) {
        if (strcmp(word, keywords[i]) == 0)
            return (int)i + 1;
    }
    return 0;
}
