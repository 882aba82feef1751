// What is printed before a file is first read changes nothing that was read.
//@ entry: twice
//@ paths: 3
#include <stdio.h>

int twice(void) {
    puts("reading");
    FILE *file = fopen("settings", "r");
    if (!file)
        return -1;
    puts("opened");
    int before = fgetc(file);
    rewind(file);
    int after = fgetc(file);
    fclose(file);
    if (before != after)
        return 1;
    return before == EOF ? 2 : 3;
}
