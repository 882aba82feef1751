// A side that depends on the size of what a comparison returns is never proved unreachable; one that depends on its
// sign is.
//@ says: far         5/6       1/2            -     1
//@ says: near        5/6       3/4            1     -
//@ says: order_sides.c:9 is used for more than its sign, which is all that C promises: `far`
#include <string.h>

int far(unsigned char c) {
    int order = memcmp(&c, "m", 1);
    if (order > 300)
        return 1;
    return 0;
}

int near(unsigned char c) {
    int order = memcmp(&c, "m", 1);
    if (order < 0 && c > 'm')
        return 1;
    return 0;
}
