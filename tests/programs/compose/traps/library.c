//@ paths: 7
// Functions of the library are functions as well.
#include <string.h>

#include "counterpoint.h"

static int is_word(const char *s) {
    if (strlen(s) != 2)
        return 0;
    return strcmp(s, "hi") == 0;
}

int main(void) {
    char s[5];
    cp_symbolic(s, 4, "s");
    s[4] = 0;
    char copy[5];
    strcpy(copy, s);
    cp_assert(!is_word(copy)); //~ BUG assertion-failure
    return 0;
}
