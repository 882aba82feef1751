//@ target: equal_keys
// The library calls the target, through a pointer that it is given.
#include <stdlib.h>

#include "counterpoint.h"

static int equal_keys(void) {
    return 0; //~ TARGET reached
}

static int compare(const void *a, const void *b) {
    int left = *(const int *)a, right = *(const int *)b;
    if (left == right)
        return equal_keys();
    return left < right ? -1 : 1;
}

int main(void) {
    int keys[3];
    cp_symbolic(keys, sizeof keys, "keys");
    if (keys[0] < 1000000)
        return 1;
    qsort(keys, 3, sizeof *keys, compare);
    return keys[0] == keys[2];
}
