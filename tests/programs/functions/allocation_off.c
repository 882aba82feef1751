// Checked, but that isn't asked for: memory doesn't run out, and what is done without it is unreachable.
//@ entry: make
//@ options: --allocations-may-fail=off
//@ paths: 1
#include <stdlib.h>

int *make(void) {
    int *made = malloc(sizeof *made);
    if (!made)
        return NULL;
    *made = 1;
    return made;
}
