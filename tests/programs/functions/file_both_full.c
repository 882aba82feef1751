// Nor that there is no room in a file that is read, too.
//@ entry: save
//@ complete: false
//@ stopped: there is room for all that is written to a file that is read, too
#include <stdio.h>

int save(void) {
    FILE *file = fopen("results", "r+");
    if (!file)
        return -1;
    fputc('h', file);
    return fclose(file) == 0 ? 0 : -2;
}
