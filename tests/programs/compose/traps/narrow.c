//@ paths: 3
// Results and arguments that are narrower than a register: what is beyond them must not come back.
#include <stdbool.h>

#include "counterpoint.h"

static signed char low_byte(int x) {
    return (signed char)x;
}

static bool any(unsigned short x) {
    return x;
}

int main(void) {
    int x;
    cp_symbolic(&x, sizeof x, "x");
    if (low_byte(x) == -56 && !any((unsigned short)(x + 56u)))
        cp_assert(0); //~ BUG assertion-failure
    return 0;
}
