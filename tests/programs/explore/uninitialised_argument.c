//@ paths: 3
// The value is not set for small inputs; it is handed on by value before it decides anything.
#include "counterpoint.h"

static int is_large(int value, int limit) {
    return value > limit;
}

static int classify(int value, int limit) {
    if (is_large(value, limit)) //~ BUG uninitialised-read
        return 1;
    return 2;
}

int main(void) {
    int x, value;
    cp_symbolic(&x, sizeof x, "x");
    if (x > 10)
        value = x;
    return classify(value, 20);
}
