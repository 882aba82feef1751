// A stream is the C library's: it can be compared and handed on, but only that can make one.
//@ entry: put
//@ paths: 2
//@ complete: false
//@ stopped: using what the input `file` points to: only the C library can make it
#include <stdio.h>

int put(FILE *file, int loud) {
    if (!file)
        return -1;
    if (loud)
        fputs("x", file);
    return 0;
}
