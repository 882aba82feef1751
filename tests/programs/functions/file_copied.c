// What is read on after another file was opened to be written is what it may be anyway.
//@ entry: copy
//@ max-length: 2
#include <stdio.h>

int copy(FILE *from) {
    if (!from)
        return -1;
    FILE *to = fopen("copy", "w");
    if (!to)
        return -2;
    int c = fgetc(from);
    if (c != EOF)
        fputc(c, to);
    fclose(to);
    return c == EOF;
}
