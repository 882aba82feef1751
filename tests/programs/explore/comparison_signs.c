//@ complete: true
// What C promises of a comparison is its sign, and nothing else is looked at: all paths are known, whatever the library.
#include <stdlib.h>
#include <string.h>

#include "counterpoint.h"

static int compare(const void *a, const void *b) {
    int order = memcmp(a, b, 1);
    return order ? order : memcmp((const char *)a + 1, (const char *)b + 1, 1);
}

int main(void) {
    char word[2];
    cp_symbolic(word, sizeof word, "word");
    switch (compare(word, "no")) {
    case 0:
        abort(); //~ BUG abort
    default:
        break;
    }
    int order = strncmp(word, "on", 2);
    if (order <= -1)
        return 1;
    return order >= 1 ? 2 : 0;
}
