// Two streams are read each by itself, unless they are the same.
//@ entry: same
//@ max-length: 1
//@ complete: false
#include <stdio.h>

struct pair {
    FILE *first, *second;
};

int same(const struct pair *pair) {
    if (!pair || !pair->first || !pair->second)
        return -1;
    int a, b;
    if (fscanf(pair->first, "%1d", &a) != 1)
        return -2;
    if (fscanf(pair->second, "%1d", &b) != 1)
        return pair->first == pair->second ? -3 : -4;
    return a == b;
}
