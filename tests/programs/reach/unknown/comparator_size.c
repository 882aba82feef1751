//@ why: `memcmp`'s result at comparator_size.c:9 is used for more than its sign, which is all that C promises
// The comparison is a function that another one calls through a pointer, and adds up what it returns.
#include <string.h>

#include "counterpoint.h"

typedef int comparator(const void *, const void *);

static int by_bytes(const void *a, const void *b) { return memcmp(a, b, 2); }

static int distance(comparator *compare, const char words[3][2]) {
    return compare(words[0], words[1]) + compare(words[1], words[2]);
}

int main(void) {
    char words[3][2];
    cp_symbolic(words, sizeof words, "words");
    if (distance(by_bytes, words) > 510)
        return 1; //~ TARGET unknown
    return 0;
}
