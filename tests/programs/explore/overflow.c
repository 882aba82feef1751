//@ paths: 3
//@ complete: true
// Only the second sum can be too large.
#include "counterpoint.h"

int main(void) {
    int x;
    cp_symbolic(&x, sizeof x, "x");
    if (x < 100) {
        volatile int y = x + 1;
        (void)y;
        return 1;
    }
    volatile int y = x + 2000000000; //~ BUG signed-overflow
    (void)y;
    return 2;
}
