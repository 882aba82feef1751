// What says whether inputs are as they should be is no part of the test: its allocations don't count, and don't fail.
//@ entry: make
//@ options: --assume=is_good
//@ paths: 3
#include <stdlib.h>

int is_good(int number) {
    int *copy = malloc(sizeof *copy);
    if (!copy)
        return 0;
    *copy = number;
    int result = *copy > 10;
    free(copy);
    return result;
}

int *make(int number) {
    int *made = malloc(sizeof *made);
    if (!made)
        return NULL;
    *made = number < 5 ? 1 : number < 20 ? 2 : 3;
    return made;
}
