// Nothing comes after a function that always ends the program.
#include <stdlib.h>

#include "counterpoint.h"

static void stop(int x) {
    if (x > 10)
        exit(1);
    exit(x == 3 ? 2 : 0);
}

int main(void) {
    int x;
    cp_symbolic(&x, sizeof x, "x");
    stop(x);
    return 5; //~ TARGET unreachable
}
