// What is pushed back is not in the file.
//@ entry: reread
//@ paths: 4
#include <stdio.h>

int reread(FILE *file) {
    if (!file)
        return -1;
    if (fgetc(file) != '#')
        return -2;
    ungetc('!', file);
    if (fgetc(file) != '!')
        return -3;
    rewind(file);
    return fgetc(file) == '#' ? 1 : 2;
}
