// A file that is read after it was written has what was written, which isn't known.
//@ entry: kept
//@ paths: 2
//@ complete: false
//@ stopped: no file is read that was written before, under the same name
#include <stdio.h>
#include <stdlib.h>

int kept(void) {
    FILE *file = fopen("kept", "w");
    if (!file)
        return -1;
    fputc('7', file);
    fclose(file);
    file = fopen("kept", "r");
    if (!file)
        return -2;
    int c = fgetc(file);
    fclose(file);
    if (c != '7')
        abort();
    return 0;
}
