// What is read once, whatever is written meanwhile, is anything.
//@ entry: copy
//@ paths: 6
#include <stdio.h>

int copy(FILE *in, FILE *out) {
    if (!in || !out || in == out)
        return -1;
    for (int i = 0; i < 2; i++) {
        int c = fgetc(in);
        if (c == EOF)
            return i;
        fputc(c, out);
        fflush(out);
    }
    return 2;
}
