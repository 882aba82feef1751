//@ paths: 11
//@ complete: true
// The kinds of triangles: three sides that may not be positive, three inequalities, and the equalities. If two
// sides are equal, so that the third comparison is not made, it is isosceles.
#include "counterpoint.h"

int main(void) {
    unsigned char a, b, c;
    cp_symbolic(&a, sizeof a, "a");
    cp_symbolic(&b, sizeof b, "b");
    cp_symbolic(&c, sizeof c, "c");
    if (a == 0 || b == 0 || c == 0)
        return 1;
    if (a + b <= c || b + c <= a || a + c <= b)
        return 2;
    if (a == b && b == c)
        return 3;
    if (a == b || b == c || a == c)
        return 4;
    return 5;
}
