// A file that can't be opened is one of the paths: a check that is missing is a bug.
//@ entry: first
//@ paths: 3
#include <stdio.h>

int first(void) {
    FILE *file = fopen("settings", "r");
    int c = fgetc(file); //~ BUG null-dereference
    fclose(file);
    return c;
}
