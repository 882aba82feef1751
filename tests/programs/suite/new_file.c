// A file that must be new is one without room, too.
//@ has: FILE_FULL();
//@ says: complete: yes
#include <stdio.h>

int f(void) {
    FILE *file = fopen("a", "wx");
    if (!file)
        return 0;
    fputs("x", file);
    return fclose(file) ? 1 : 2;
}
