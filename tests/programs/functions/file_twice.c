// A file that is read twice has the same contents twice, if both times it is called the same.
//@ entry: load
//@ max-length: 2
//@ complete: false
//@ stopped: the limit of 2 elements
#include <stdio.h>
#include <stdlib.h>

static int lines(FILE *file) {
    int count = 0, c;
    while ((c = fgetc(file)) != EOF)
        if (c == '\n')
            count++;
    return count;
}

int load(void) {
    FILE *file = fopen("lines", "r");
    if (!file)
        return -1;
    int count = lines(file);
    fclose(file);
    file = fopen("lines", "r");
    if (!file)
        return -2;
    int again = lines(file);
    fclose(file);
    if (again != count)
        abort();
    return count;
}
