// A file that a function opens may be missing, and has any contents, whatever it is called.
//@ entry: kind
//@ paths: 6
#include <stdio.h>

int kind(int binary) {
    FILE *file = fopen("settings", binary ? "rb" : "r");
    if (!file)
        return -1;
    int first = fgetc(file);
    fclose(file);
    // Nothing more is asked for, so nothing more is decided.
    return binary ? first : first == '#';
}
