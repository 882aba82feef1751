// Nor free a block of the program's.
//@ entry: release
//@ options: --allocations-may-fail=off
//@ link: linked/steps.a
//@ complete: false
//@ stopped: free what the program allocated
#include <stdlib.h>

void steps_free(void *block);

int release(int x) {
    char *block = malloc(4);
    if (!block)
        return -1;
    block[0] = 1;
    steps_free(block);
    return x > 4;
}
