//@ runs-smart: 12
//@ runs-demand: 12
//@ encodings: all
// A function that calls itself twice: composed, its levels are few, where its calls are many.
#include "counterpoint.h"

static unsigned fib(unsigned n) {
    if (n < 2)
        return n;
    return fib(n - 1) + fib(n - 2);
}

int main(void) {
    unsigned a = cp_range(0, 7, "a"), b = cp_range(0, 7, "b");
    unsigned sum = fib(a) + fib(b);
    cp_assert(sum != 13); //~ BUG assertion-failure
    if (sum == 12)
        return 1;
    return 0;
}
