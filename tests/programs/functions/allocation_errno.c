// What fails says why, here as natively; `posix_memalign` returns it instead, and what the C library allocates for itself
// doesn't count. To free a block with `realloc` is no allocation.
//@ entry: make
//@ paths: 4
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

int make(void) {
    char *text = NULL;
    if (asprintf(&text, "%d", 5) < 0)
        return -1;
    free(text);
    errno = 0;
    void *block = aligned_alloc(64, 64);
    if (!block)
        return errno == ENOMEM ? 1 : -2;
    block = realloc(block, 0);
    errno = 0;
    if (posix_memalign(&block, 64, 64) != 0)
        return errno == 0 ? 2 : -3;
    free(block);
    block = reallocarray(NULL, 2, 3);
    if (!block)
        return errno == ENOMEM ? 3 : -4;
    free(block);
    return 0;
}
