//@ paths: 4
// No run that starts at random calls `rare`, so nothing of it is known when it should be reached.
#include "counterpoint.h"

static int rare(int key, int y) {
    if (y == key + 1)
        cp_assert(0); //~ BUG assertion-failure
    if (y == key)
        return 2;
    return 1;
}

int main(void) {
    int x, y;
    cp_symbolic(&x, sizeof x, "x");
    cp_symbolic(&y, sizeof y, "y");
    if (x == 123456)
        return rare(x, y);
    return 0;
}
