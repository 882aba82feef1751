//@ paths: 9
// The callee's loop turns as often as an argument says; its paths are as many as its callers need.
#include "counterpoint.h"

static int triangle(int n) {
    int total = 0;
    for (int i = 1; i <= n; i++)
        total += i;
    return total;
}

int main(void) {
    int n = cp_range(0, 9, "n");
    cp_assert(triangle(n) != 21); //~ BUG assertion-failure
    return triangle(3);
}
