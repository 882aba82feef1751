// An error that takes a string in another one is a demand on callers, where the program knows how long they are, too.
//@ entry: append
//@ max-length: 3
//@ complete: false
#include <string.h>

int append(char *d, const char *s) {
    if (!d || !s || strlen(s) > 1 || strlen(d) > 1)
        return -1;
    strcat(d, s); //~ UNLESS out-of-bounds-write: `d` points to nothing of `s`
    return d[0] == 'a';
}
