// Tests and the inputs of a bug are built together, and a macro of a header is in the way of both: the tests of that function are
// dropped, those of the other stay, and its bugs are confirmed.
//@ has: int result = share(sum, parts);
//@ dropped: area
//@ says: bugs: 2 confirmed, 1 unconfirmed
int area(int width) {
    return width > 0 ? 100 / (width - 7) : 0;
}

int share(int sum, int parts) {
    return sum > 1000 ? 1000 : sum / parts;
}

#include "macro.h"
