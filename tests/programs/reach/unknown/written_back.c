//@ why: nothing that was written to a stream is looked at again
// What is read after it was written isn't known.
#include <stdio.h>

int kept(FILE *file);

int kept(FILE *file) {
    if (!file)
        return -1;
    fputc('7', file);
    rewind(file);
    if (fgetc(file) == '7' && ftell(file) == 3)
        return 1; //~ TARGET unknown
    return 0;
}
