// What leaves something for the end of the program is called through a pointer.
#include <stdlib.h>

#include "counterpoint.h"

static int state;

static void at_end(void) {
    if (state == 2)
        state = 3; //~ TARGET reached
}

static int (*leave)(void (*)(void)) = atexit;

int main(void) {
    int x;
    cp_symbolic(&x, sizeof x, "x");
    leave(at_end);
    if (x == 123123)
        state = 2;
    return 0;
}
