// A name that is made of inputs may have no end.
//@ entry: load
//@ paths: 3
#include <stdio.h>

int load(char first, char second) {
    char name[2] = {first, second};
    FILE *file = fopen(name, "r"); //~ BUG out-of-bounds-read
    if (!file)
        return -1;
    fclose(file);
    return 0;
}
