// A program that never checks: what it does without memory is nothing it was written for. Paths: both signs.
//@ entry: sign
//@ paths: 2
#include <stdlib.h>

int sign(int x) {
    int *copy = malloc(sizeof *copy);
    *copy = x;
    int result = *copy < 0 ? -1 : 1;
    free(copy);
    return result;
}
