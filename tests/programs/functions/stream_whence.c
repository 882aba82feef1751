// fseek takes three places to count from, and no others.
//@ entry: move
#include <errno.h>
#include <stdio.h>

int move(FILE *file, int whence) {
    if (!file || whence == SEEK_END)
        return 3;
    if (fseek(file, 0, whence) != 0)
        return errno == EINVAL ? 1 : 2;
    return 0;
}
