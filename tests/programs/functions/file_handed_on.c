// What the host is to do with a file that isn't its own is not explored.
//@ entry: number
//@ complete: false
//@ stopped: a stream that is explored, given to the native function `fileno`
#include <stdio.h>

int number(void) {
    FILE *file = fopen("settings", "r");
    if (!file)
        return -1;
    int number = fileno(file);
    fclose(file);
    return number > 2;
}
