// A file that is closed is none any more.
//@ entry: close_twice
//@ paths: 2
#include <stdio.h>

int close_twice(void) {
    FILE *file = fopen("settings", "r");
    if (!file)
        return -1;
    fclose(file);
    return fclose(file); //~ BUG double-free
}
