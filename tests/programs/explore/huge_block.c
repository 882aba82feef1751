//@ paths: 2
// A block that can't be had: `malloc` returns NULL, and so it does under the sanitizers when the test is tried.
#include <stdlib.h>

#include "counterpoint.h"

int main(void) {
    signed char count;
    cp_symbolic(&count, 1, "count");
    size_t size = 8;
    if (count < 0)
        size = (size_t)-1 / 2;
    char *block = malloc(size);
    if (!block)
        return 1;
    free(block);
    return 0;
}
