//@ paths: 2
// A path of the callee on which its assumption fails counts for nothing, and no path comes back from it.
#include "counterpoint.h"

static int even(int x) {
    cp_assume(x % 2 == 0);
    if (x > 50)
        return 1;
    return 0;
}

int main(void) {
    unsigned char x;
    cp_symbolic(&x, sizeof x, "x");
    int large = even(x);
    if (x == 77)
        return 9;
    return large;
}
