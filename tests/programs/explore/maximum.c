//@ paths: 4
//@ complete: true
#include "counterpoint.h"

int main(void) {
    int a, b, c, max;
    cp_symbolic(&a, sizeof a, "a");
    cp_symbolic(&b, sizeof b, "b");
    cp_symbolic(&c, sizeof c, "c");
    if (a > b)
        max = a > c ? a : c;
    else
        max = b > c ? b : c;
    cp_assert(max >= a && max >= b && max >= c);
    return 0;
}
