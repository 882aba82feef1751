// Two streams that a function is given may be one file.
//@ entry: changes
//@ complete: false
//@ stopped: nothing that was written to a stream is looked at again
#include <stdio.h>

int changes(FILE *in, FILE *out) {
    if (!in || !out || in == out)
        return -1;
    int before = fgetc(in);
    fputc('x', out);
    fflush(out);
    rewind(in);
    return before != fgetc(in);
}
