// What comes after the target counts too: most runs that are there fail the assumption, and these are no tests.
#include "counterpoint.h"

static int seen;

static void note(void) {
    seen++; //~ TARGET reached
}

int main(void) {
    int x, y;
    cp_symbolic(&x, sizeof x, "x");
    cp_symbolic(&y, sizeof y, "y");
    if (x == 5555)
        note();
    cp_assume(y == 3333);
    return seen;
}
