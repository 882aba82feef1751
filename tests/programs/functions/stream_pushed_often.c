// What is pushed back and read again makes room for more.
//@ entry: peek
//@ paths: 3
#include <stdio.h>

int peek(FILE *file) {
    if (!file)
        return -1;
    for (int i = 0; i < 70; i++) {
        int c = fgetc(file);
        if (c == EOF)
            return -2;
        if (ungetc(c, file) == EOF)
            return -3;
    }
    return ftell(file) == 0;
}
