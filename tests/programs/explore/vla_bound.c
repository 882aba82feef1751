// Whether the length of an array is positive is decided, and then what it is.
#include "counterpoint.h"

static int room(signed char n) {
    if (n > 2)
        return 0;
    int values[n]; //~ BUG vla-bound
    return sizeof values > 4;
}

int main(void) {
    signed char n;
    cp_symbolic(&n, sizeof n, "n");
    return room(n);
}
