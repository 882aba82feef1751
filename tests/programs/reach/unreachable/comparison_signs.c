//@ dropped: main
// Only signs of comparisons are looked at, in every spelling and over every way, so that what is proved holds with any
// library.
//@ target: assert
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "counterpoint.h"

static int by_bytes(const void *a, const void *b) { return memcmp(a, b, 1); }

static int backwards(const void *a, const void *b) { return -by_bytes(a, b); }

static int sign(int order) { return (order > 0) - (order < 0); }

int main(void) {
    char bytes[2];
    cp_symbolic(bytes, sizeof bytes, "bytes");
    qsort(bytes, 2, 1, backwards);
    int order = strncmp(bytes, bytes + 1, 1);
    cp_assert(order > -1); //~ TARGET unreachable
    cp_assert(!(sign(order) < 0)); //~ TARGET unreachable
    if (order) {
        order = 3;
        cp_assert(order + 1 == 4); //~ TARGET unreachable
    }
    const char *found = bsearch("b", "abc", 3, 1, by_bytes);
    cp_assert(found && *found == 'b'); //~ TARGET unreachable
    printf("%d\n", memcmp(bytes, bytes + 1, 1));
    return strncmp(bytes, "a", 1);
}
