// A function that reads the stream that it is given: every byte, and the end of it, is explored.
//@ entry: lines
//@ max-length: 2
//@ paths: 8
//@ complete: false
//@ stopped: the limit of 2 elements of an input array or string
#include <stdio.h>

// Paths: no stream, one byte after the other, each a newline or not.
int lines(FILE *file) {
    int count = 0, c;
    while ((c = fgetc(file)) != EOF) //~ UNLESS null-dereference: `file` is not NULL
        count += c == '\n' ? 1 : 0;
    return count;
}
