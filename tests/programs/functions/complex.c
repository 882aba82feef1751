// Complex numbers, by value, in a struct, and behind a pointer.
//@ entry: same_side
//@ paths: 3
#include <stddef.h>

struct point {
    float _Complex at;
    int known;
};

int same_side(double _Complex z, const struct point *point) {
    if (!point)
        return -1;
    if (point->known != 3)
        return 0;
    return (__real__ z > 2.5) == (__imag__ point->at > 1.0f);
}
