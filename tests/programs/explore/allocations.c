// A program that is started by its `main`: its allocations may fail if that is asked for. The arguments are none of them.
//@ options: --allocations-may-fail
//@ paths: 3
#include "counterpoint.h"
#include <stdlib.h>

int main(int argc, char **argv) {
    int x;
    cp_symbolic(&x, sizeof x, "x");
    (void)argv;
    int *first = malloc(sizeof *first);
    if (!first)
        return 2;
    *first = x;
    int *second = calloc(1, sizeof *second);
    int result = *first + *second > 5; //~ BUG null-dereference
    free(first);
    free(second);
    (void)argc;
    return result;
}
