// What is written to a stream is checked before it is; what became of it, nobody looks at.
//@ entry: put
//@ paths: 5
#include <stdio.h>
#include <stdlib.h>

int put(FILE *file, const char *text, int loud) {
    if (!file)
        return -1;
    if (loud && fputs("x", file) == EOF)
        return -2;
    if (!text)
        return -3;
    // Numbers are printed as they are in this run: it makes no difference to anything.
    fprintf(file, "%d", loud);
    char *copy = malloc(4);
    fwrite(copy, 1, 4, file); //~ BUG uninitialised-read
    free(copy);
    return fclose(file);
}
