// Nor where a stream is that was written to.
//@ entry: position
//@ complete: false
//@ stopped: nothing that was written to a stream is looked at again
//@ dropped: position
#include <stdio.h>

int position(FILE *file) {
    if (!file)
        return -1;
    fputs("abc", file);
    return ftell(file) == 3 ? 1 : 0;
}
