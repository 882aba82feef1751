//@ paths: 3
//@ complete: true
// The value is not set for small inputs.
#include "counterpoint.h"

int main(void) {
    int x, value;
    cp_symbolic(&x, sizeof x, "x");
    if (x > 10)
        value = x;
    if (value > 20) //~ BUG uninitialised-read
        return 1;
    return 2;
}
