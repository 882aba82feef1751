// Whoever reads errno sees that a file could not be closed.
//@ entry: save
//@ paths: 3
#include <errno.h>
#include <stdio.h>

int save(void) {
    FILE *file = fopen("results", "w");
    if (!file)
        return -1;
    fputc('h', file);
    errno = 0;
    fclose(file);
    return errno == 0 ? 0 : -2;
}
