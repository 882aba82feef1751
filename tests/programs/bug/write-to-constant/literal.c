// A string literal changed in place.
#include <ctype.h>
#include <stdio.h>

static void capitalise(char *text) {
    text[0] = (char)toupper((unsigned char)text[0]); //~ BUG write-to-constant
}

int main(void) {
    char copy[] = "copy";
    char *literal = "literal";
    capitalise(copy);
    puts(copy);
    capitalise(literal);
    puts(literal);
    return 0;
}
