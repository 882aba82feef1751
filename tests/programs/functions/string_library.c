// Strings go to the library: at each place they end, differ from "hi", or go on.
//@ entry: greets
//@ paths: 7
#include <string.h>

int greets(const char *s) {
    if (s == NULL)
        return -1;
    if (strcmp(s, "hi") == 0)
        return 1;
    return 0;
}
