// What a file is called has to be a string.
//@ entry: load
//@ paths: 3
#include <stdio.h>

int load(int whole) {
    char name[3] = {'a', 'b', 'c'};
    if (!whole)
        name[2] = 0;
    FILE *file = fopen(name, "r"); //~ BUG out-of-bounds-read
    if (!file)
        return -1;
    fclose(file);
    return 0;
}
