// A check that is missing in a program that has others.
//@ entry: copy_twice
//@ complete: false
//@ max-length: 1
#include <stdlib.h>
#include <string.h>

int copy_twice(const char *text, char **first, char **second) {
    char *copy = strdup(text); //~ UNLESS null-argument: `text` is not NULL
    if (!copy)
        return -1;
    *first = copy;              //~ UNLESS null-dereference: `first` is not NULL
    *second = strndup(text, 1); //~ UNLESS null-dereference: `second` is not NULL
    (*second)[0] = 'x'; //~ BUG null-dereference
    return 0;
}
