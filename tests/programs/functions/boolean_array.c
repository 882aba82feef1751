// The _Bools of arrays and structs are 0 or 1, too.
//@ entry: both
//@ paths: 7
//@ max-length: 2
#include <stdbool.h>
#include <stdlib.h>

struct option {
    int id;
    bool set;
};

// Two times NULL, one array too short; two conditions of two sides each.
int both(const bool *flags, const struct option *option) {
    if ((int)flags[1] > 1)  //~ UNLESS null-dereference: `flags` is not NULL //~ UNLESS out-of-bounds-read: `flags` has at least 2 elements
        abort();
    if ((int)option->set > 1)  //~ UNLESS null-dereference: `option` is not NULL
        abort();
    if (flags[1]) {
        if (option->set)
            return 2;
        return 1;
    }
    if (option->set)
        return 4;
    return 3;
}
