// There may be no room for what was written, which shows when it is flushed or closed.
//@ entry: save
//@ paths: 5
#include <stdio.h>

int save(int flushes) {
    FILE *file = fopen("results", "w");
    if (!file)
        return -1;
    fputs("much", file);
    if (ferror(file))
        return -2;
    if (flushes && fflush(file) != 0) {
        int failed = ferror(file) != 0;
        // What there was no room for is gone: closing has nothing left to do.
        int closed = fclose(file) == 0;
        return failed && closed ? -3 : -4;
    }
    return fclose(file) == 0 ? 0 : -5;
}
