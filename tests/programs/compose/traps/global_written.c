//@ paths: 4
// The result is a global, and the second call reads what the first one left.
#include "counterpoint.h"

static int count;

static void bump(int k) {
    if (k > 3)
        count += 2;
    else
        count++;
}

int main(void) {
    int a, b;
    cp_symbolic(&a, sizeof a, "a");
    cp_symbolic(&b, sizeof b, "b");
    bump(a);
    bump(b);
    if (count == 3 && a > b)
        cp_assert(0); //~ BUG assertion-failure
    return count;
}
