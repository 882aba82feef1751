// fflush(NULL) writes what waits in every buffer: each file may be full then, and one that is closed isn't asked again.
//@ entry: save
//@ paths: 3
#include <stdio.h>

int save(void) {
    FILE *file = fopen("results", "w");
    if (!file)
        return 0;
    fputs("x", file);
    fflush(NULL);
    int failed = ferror(file);
    fclose(file);
    fflush(NULL);
    return failed ? 1 : 2;
}
