// Nor is that a buffer is full, so that output fails before it is flushed.
//@ entry: save
//@ complete: false
//@ stopped: no more than 4096 bytes wait in the buffer of a file
#include <stdio.h>

int save(void) {
    FILE *file = fopen("results", "w");
    if (!file)
        return -1;
    int failed = 0;
    for (int i = 0; i < 500 && !failed; i++)
        failed = fputs("123456789", file) < 0;
    fclose(file);
    return failed;
}
