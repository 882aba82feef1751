// What was read of a file need not be there any more once the file was opened to be written, under the same name.
//@ entry: changes
//@ complete: false
//@ stopped: nothing that was written to a stream is looked at again
#include <stdio.h>

int changes(int replaces) {
    FILE *file = fopen("shared", "r");
    if (!file)
        return -1;
    int before = fgetc(file);
    FILE *other = fopen("./shared", replaces ? "w" : "r+");
    if (!other) {
        fclose(file);
        return -2;
    }
    fputc('h', other);
    fclose(other);
    rewind(file);
    int after = fgetc(file);
    fclose(file);
    return before != after;
}
