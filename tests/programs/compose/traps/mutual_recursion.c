//@ paths: 6
// Two functions that call each other.
#include "counterpoint.h"

static int is_odd(int n);

static int is_even(int n) {
    if (n == 0)
        return 1;
    return is_odd(n - 1);
}

static int is_odd(int n) {
    if (n == 0)
        return 0;
    return is_even(n - 1);
}

int main(void) {
    int n = cp_range(0, 6, "n");
    if (is_even(n))
        return n;
    cp_assert(n != 3); //~ BUG assertion-failure
    return n + 10;
}
