// What is written to a file isn't known when it is read again.
//@ entry: again
//@ complete: false
//@ stopped: nothing that was written to a stream is looked at again
//@ dropped: again
#include <stdio.h>

int again(void) {
    FILE *file = fopen("results", "w+");
    if (!file)
        return -1;
    fputs("abc", file);
    rewind(file);
    int c = fgetc(file);
    fclose(file);
    return c == 'a' ? 1 : 0;
}
