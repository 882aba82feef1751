// What is opened for both is read from its beginning, wherever its end is.
//@ entry: begins
//@ complete: false
//@ stopped: nothing that was written to a stream is looked at again
//@ max-length: 2
#include <stdio.h>

int begins(void) {
    FILE *file = fopen("log", "a+");
    if (!file)
        return -1;
    int first = fgetc(file), second = fgetc(file);
    fclose(file);
    if (first == '#')
        return second == '!' ? 2 : 1;
    return 0;
}
