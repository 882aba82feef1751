// A file that is there has contents that lead to it.
#include <stdio.h>

int version(const char *path);

int version(const char *path) {
    FILE *file = fopen(path, "r");
    if (!file)
        return -1;
    int major = fgetc(file), minor = fgetc(file);
    fclose(file);
    if (major == '7' && minor == '3')
        return 73; //~ TARGET reached
    return 0;
}
