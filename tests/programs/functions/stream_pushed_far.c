// What is pushed back is read again, also behind the end of the file, and what comes then is the file's.
//@ entry: peek
//@ paths: 4
#include <stdio.h>

int peek(FILE *file) {
    if (!file)
        return -1;
    if (fgetc(file) == EOF || fgetc(file) != EOF)
        return -2;
    if (fseek(file, 5, SEEK_SET) || ungetc('z', file) != 'z' || ungetc('y', file) != 'y')
        return -3;
    char text[8];
    if (ftell(file) != 3 || !fgets(text, sizeof text, file) || text[0] != 'y' || text[1] != 'z' || text[2])
        return -4;
    if (fgetc(file) != EOF)
        return -5;
    return 1;
}
