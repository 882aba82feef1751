// A callback that gives another one.
//@ entry: run
#include <stddef.h>

typedef int (*step)(int);

int run(step (*next)(int), int from) {
    if (!next)
        return -1;
    step found = next(from);
    if (!found)
        return -2;
    if (found(from) == 77)
        return 1;
    return 0;
}
