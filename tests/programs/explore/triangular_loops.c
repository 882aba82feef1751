//@ paths: 15
//@ complete: true
// Nested loops with two bounds, b <= a <= 4: 5 + 4 + 3 + 2 + 1 pairs.
#include "counterpoint.h"

int main(void) {
    unsigned char a, b;
    int i, j;
    cp_symbolic(&a, sizeof a, "a");
    cp_symbolic(&b, sizeof b, "b");
    cp_assume(a <= 4);
    cp_assume(b <= a);
    for (i = 0; i < a; i++) {
    }
    for (j = 0; j < b; j++) {
    }
    return 10 * i + j;
}
