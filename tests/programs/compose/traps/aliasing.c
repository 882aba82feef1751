//@ paths: 3
// Two pointers to two numbers, then to the same.
#include "counterpoint.h"

static int move(int *from, int *to) {
    *from -= 5;
    *to += 5;
    if (*from < 0)
        return 1;
    return 0;
}

int main(void) {
    unsigned char a, b;
    cp_symbolic(&a, sizeof a, "a");
    cp_symbolic(&b, sizeof b, "b");
    int x = a, y = b;
    int apart = move(&x, &y);
    x = a;
    int same = move(&x, &x);
    cp_assert(!same);
    cp_assert(!(apart && y == 9)); //~ BUG assertion-failure
    return x == y;
}
