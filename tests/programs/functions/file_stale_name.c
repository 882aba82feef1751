// A name that depends on inputs may be that of a file that was read before.
//@ entry: changes
//@ max-length: 1
//@ complete: false
//@ stopped: nothing that was written to a stream is looked at again
#include <stdio.h>

int changes(const char *name) {
    if (!name)
        return -1;
    FILE *file = fopen("x", "r");
    if (!file)
        return -2;
    int before = fgetc(file);
    fclose(file);
    FILE *other = fopen(name, "w");
    if (!other)
        return -3;
    fputc('h', other);
    fclose(other);
    file = fopen("x", "r");
    if (!file)
        return -4;
    int after = fgetc(file);
    fclose(file);
    return before != after;
}
