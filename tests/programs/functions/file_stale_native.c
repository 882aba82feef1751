// A descriptor may be of any file, and files are renamed.
//@ entry: changes
//@ complete: false
//@ stopped: nothing that was written to a stream is looked at again
#include <stdio.h>
#include <unistd.h>

static int first(void) {
    FILE *file = fopen("shared", "r");
    if (!file)
        return -1;
    int c = fgetc(file);
    fclose(file);
    return c;
}

int changes(void) {
    int before = first();
    write(1, "q", 1);
    int after = first();
    return before >= 0 && after >= 0 && before != after;
}
