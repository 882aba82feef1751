// `strndup` takes an array without an end: its tests hold under a sanitizer that wants strings to end, which still sees
// where too much is read.
//@ says: copied      7/7       3/4            1     -
//@ says: bugs: 1 confirmed, 0 unconfirmed
#include <stdlib.h>
#include <string.h>

int copied(char first, char second) {
    char pair[2] = {first, second};
    char *copy = strndup(pair, 2);
    int same = copy && copy[0] == first;
    free(copy);
    return same;
}

int too_much(char first, unsigned length) {
    char pair[2] = {first, 'b'};
    if (first == 0 || length > 4)
        return 0;
    char *copy = strndup(pair, length);
    free(copy);
    return 1;
}
