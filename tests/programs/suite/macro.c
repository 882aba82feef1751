// A macro of a header is in the way of a parameter's name: the tests of that function are dropped, the others stay.
//@ has: int result = twice(v);
//@ dropped: area
int area(int width) {
    return width > 0;
}

int twice(int v) {
    return v > 1000 ? 2000 : v < 0 ? 0 : 2 * v;
}

#include "macro.h"
