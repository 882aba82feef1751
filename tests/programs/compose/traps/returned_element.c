//@ paths: 6
//@ encodings: all
// A callee follows a pointer that another call returned: which element it is depends on the inputs.
#include "counterpoint.h"

static int table[4] = {5, 6, 7, 8};

static int *element(unsigned i) {
    if (i > 3)
        i = 3;
    return &table[i];
}

static int holds(const int *place, int value) {
    if (*place == value)
        return 1;
    return 0;
}

int main(void) {
    unsigned i;
    int value;
    cp_symbolic(&i, sizeof i, "i");
    cp_symbolic(&value, sizeof value, "value");
    if (!holds(element(i), value))
        return 0;
    if (value == 5)
        return 1;
    if (value == 6)
        return 2;
    return 3;
}
