//@ paths: 2
// A function that returns what was never written; its caller decides by it.
#include "counterpoint.h"

static int chosen(int x) {
    int value;
    if (x > 10)
        value = 1;
    return value;
}

int main(void) {
    int x;
    cp_symbolic(&x, sizeof x, "x");
    int value = chosen(x);
    if (value == 1) //~ BUG uninitialised-read
        return 1;
    return 2;
}
