// Without a buffer, output fails at once, which isn't explored.
//@ entry: save
//@ complete: false
//@ stopped: the buffer of a stream has room for 4096 bytes
#include <stdio.h>

int save(void) {
    FILE *file = fopen("results", "w");
    if (!file)
        return -1;
    setvbuf(file, 0, _IONBF, 0);
    int failed = fputc('h', file) == EOF;
    fclose(file);
    return failed;
}
