// Why a file can't be opened is an input, if the program asks for it.
//@ entry: reason
//@ paths: 4
#include <errno.h>
#include <stdio.h>

int reason(void) {
    FILE *file = fopen("settings", "r");
    if (file)
        return fclose(file);
    if (errno == ENOENT)
        return 1;
    if (errno == EACCES)
        return 2;
    return errno > 0 ? 3 : 4;
}
