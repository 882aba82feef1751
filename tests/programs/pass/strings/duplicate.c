// Strings on the heap.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *join(const char *left, const char *right) {
    size_t a = strlen(left), b = strlen(right);
    char *both = malloc(a + b + 1);
    if (!both)
        exit(1);
    memcpy(both, left, a);
    memcpy(both + a, right, b + 1);
    return both;
}

int main(void) {
    char *whole = strdup("duplicate"), *part = strndup("duplicate", 3), *more = strndup("ab", 9);
    whole[0] = 'D';
    char *all = join(whole, part);
    printf("%s %s %s %s\n", whole, part, more, all);
    free(whole);
    free(part);
    free(more);
    free(all);
    return 0;
}
