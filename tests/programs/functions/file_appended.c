// How long a file is that is appended to isn't known.
//@ entry: is_new
//@ complete: false
//@ stopped: a file that is appended to is empty at first
#include <stdio.h>

int is_new(void) {
    FILE *file = fopen("log", "a");
    if (!file)
        return -1;
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    fclose(file);
    return size == 0;
}
