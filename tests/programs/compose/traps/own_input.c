//@ paths: 4
// The callee has an input of its own: two calls that look the same, two values.
#include "counterpoint.h"

static int toss(void) {
    int coin = cp_range(0, 100, "coin");
    if (coin < 50)
        return 0;
    return 1;
}

int main(void) {
    int first = toss(), second = toss();
    if (first != second)
        cp_assert(first); //~ BUG assertion-failure
    return first + second;
}
