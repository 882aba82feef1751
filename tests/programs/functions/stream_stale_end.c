// What is behind the end of a file is there once another stream has written it.
//@ entry: grows
//@ complete: false
//@ stopped: nothing that was written to a stream is looked at again
#include <stdio.h>

int grows(FILE *in, FILE *out) {
    if (!in || !out || in == out)
        return -1;
    if (fgetc(in) != EOF)
        return -2;
    fputc('x', out);
    fflush(out);
    clearerr(in);
    return fgetc(in) != EOF;
}
