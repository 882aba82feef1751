// What is called when the program ends is called by no function of its own.
#include <stdlib.h>

#include "counterpoint.h"

static int state;

static void at_end(void) {
    if (state == 2)
        state = 3; //~ TARGET reached
}

int main(void) {
    int x;
    cp_symbolic(&x, sizeof x, "x");
    atexit(at_end);
    if (x == 123123)
        state = 2;
    return 0;
}
