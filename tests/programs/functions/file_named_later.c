// A name that has changed is another name, wherever it stands.
//@ entry: parts
//@ max-length: 2
//@ paths: 8
#include <stdio.h>

int parts(char digit) {
    char name[] = "part 0";
    name[5] = digit;
    FILE *file = fopen(name, "r");
    if (!file)
        return -1;
    int first = fgetc(file);
    fclose(file);
    name[4] = '-';
    file = fopen(name, "r");
    if (!file)
        return -2;
    int second = fgetc(file);
    fclose(file);
    if (first == second)
        return 1;
    return 0;
}
