// A program that checks its allocations is explored without memory, too: each may fail, in the order of the calls.
//@ entry: make_pair
//@ paths: 5
#include <stdlib.h>

struct pair {
    int *first, *second;
};

struct pair *make_pair(void) {
    struct pair *pair = malloc(sizeof *pair);
    if (!pair)
        return NULL;
    pair->first = calloc(2, sizeof *pair->first);
    pair->second = realloc(NULL, sizeof *pair->second);
    // The two fail independently of each other.
    if (!pair->first || !pair->second) {
        free(pair->first);
        free(pair->second);
        free(pair);
        return NULL;
    }
    pair->first[1] = 1;
    *pair->second = 2;
    return pair;
}
