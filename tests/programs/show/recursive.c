// A function that calls itself is shown as others call it.
#include "counterpoint.h"

static int depth(int n) {
    return n <= 0 ? 0 : 1 + depth(n - 1);
}

int main(void) {
    int x;
    cp_symbolic(&x, sizeof x, "x");
    cp_assume(x < 20);
    return depth(x) == 1;
}
