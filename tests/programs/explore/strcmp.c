//@ complete: true
// The C library's own comparison. How many paths it has is its own affair.
#include <stdlib.h>
#include <string.h>

#include "counterpoint.h"

int main(void) {
    char word[8];
    cp_symbolic(word, sizeof word, "word");
    word[7] = 0;
    if (strcmp(word, "secret") == 0)
        abort(); //~ BUG abort
    return 0;
}
