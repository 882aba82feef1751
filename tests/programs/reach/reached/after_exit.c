// Every path of `need` that a first run shows ends the program; the target comes after it, in another call.
#include <stdlib.h>

#include "counterpoint.h"

static int need(int x) {
    if (x != 31337)
        exit(3);
    return x / 2;
}

static int after(int half, int y) {
    if (half + y == 20000)
        return 7; //~ TARGET reached
    return 1;
}

int main(void) {
    int x;
    short y;
    cp_symbolic(&x, sizeof x, "x");
    cp_symbolic(&y, sizeof y, "y");
    int half = need(x);
    return after(half, y);
}
