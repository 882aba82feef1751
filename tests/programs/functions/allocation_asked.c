// The same where it is asked for.
//@ entry: sign
//@ options: --allocations-may-fail
//@ paths: 3
#include <stdlib.h>

int sign(int x) {
    int *copy = malloc(sizeof *copy);
    *copy = x; //~ BUG null-dereference
    int result = *copy < 0 ? -1 : 1;
    free(copy);
    return result;
}
