// What the library takes for a string is one.
//@ entry: compare
//@ max-length: 1
//@ complete: false
#include <string.h>

int compare(const void *a, const void *b) {
    int order = strcmp(a, b);  //~ UNLESS null-argument: `a` is not NULL
    if (order < 0)
        return -1;
    if (order > 0)
        return 1;
    return 0;
}
