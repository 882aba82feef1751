// The target is what a macro makes of its line.
#include "counterpoint.h"

static int rejected;

#define REJECT_IF(condition)  \
    do {                      \
        if (condition) {      \
            rejected++;       \
            return -1;        \
        }                     \
    } while (0)

static int check(int x, int y) {
    REJECT_IF(x < 0);
    REJECT_IF(y < 0);
    if (x * 5 == y + 12345)
        REJECT_IF(rejected == 0); //~ TARGET reached
    return 0;
}

int main(void) {
    short x, y;
    cp_symbolic(&x, sizeof x, "x");
    cp_symbolic(&y, sizeof y, "y");
    return check(x, y) < 0;
}
