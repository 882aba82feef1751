// Only what a file was opened for can be done with it.
//@ entry: wrong
//@ paths: 4
//@ complete: false
//@ stopped: it isn't asked for the error after output to a file that is only read
#include <stdio.h>

int wrong(int writes) {
    FILE *file = fopen("results", writes ? "r" : "a");
    if (!file)
        return -1;
    int done = writes ? fputs("x", file) : fgetc(file);
    int failed = ferror(file);
    fclose(file);
    if (done != EOF)
        return 1;
    // After output, it isn't asked for.
    return writes || failed ? 2 : 3;
}
