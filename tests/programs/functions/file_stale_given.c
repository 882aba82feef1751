// A stream that the function is given may be any file: what was read of one need not be there any more.
//@ entry: changes
//@ complete: false
//@ stopped: nothing that was written to a stream is looked at again
#include <stdio.h>

static int first(void) {
    FILE *file = fopen("shared", "r");
    if (!file)
        return -1;
    int c = fgetc(file);
    fclose(file);
    return c;
}

int changes(FILE *out) {
    if (!out)
        return -2;
    int before = first();
    fputc('q', out);
    fflush(out);
    int after = first();
    return before >= 0 && after >= 0 && before != after;
}
