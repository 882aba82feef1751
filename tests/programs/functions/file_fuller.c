// That there is room at first and then no more is not explored.
//@ entry: save
//@ complete: false
//@ stopped: there is room for all that is written to a file, or for nothing
#include <stdio.h>

int save(void) {
    FILE *file = fopen("results", "w");
    if (!file)
        return -1;
    fputs("some", file);
    int flushed = fflush(file);
    fputs("more", file);
    if (fclose(file) != 0)
        return flushed == 0 ? -2 : -3;
    return 0;
}
