// A stream can be rewound, and its end is known once it was come to.
//@ entry: last
//@ max-length: 2
//@ complete: false
#include <stdio.h>

int last(FILE *file) {
    if (!file)
        return -1;
    if (fseek(file, 0, SEEK_END) != 0 || fgetc(file) != EOF || !feof(file))
        return -2; // never
    long size = ftell(file);
    if (size == 0)
        return -3;
    if (fseek(file, -1, SEEK_CUR) != 0)
        return -4; // never
    int c = getc(file);
    rewind(file);
    char text[8];
    size_t read = fread(text, 1, sizeof text, file);
    if ((long)read != size || text[size - 1] != (char)c)
        return -5; // never
    rewind(file);
    return fgets(text, 2, file) && ungetc('x', file) == 'x' && fgetc(file) == 'x' ? (int)size : -6;
}
