//@ paths: 7
// A function that calls itself, as deep as the input says.
#include "counterpoint.h"

static int sum(int n) {
    if (n <= 0)
        return 0;
    return n + sum(n - 1);
}

int main(void) {
    int n = cp_range(0, 7, "n");
    int total = sum(n);
    cp_assert(total != 15); //~ BUG assertion-failure
    return total;
}
