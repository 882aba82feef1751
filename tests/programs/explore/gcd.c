//@ paths: 143
//@ complete: true
// Euclid's algorithm on two numbers below 16, by subtraction: a path for every sequence of comparisons (counted
// natively, over all pairs).
#include "counterpoint.h"

int main(void) {
    unsigned char a, b;
    cp_symbolic(&a, sizeof a, "a");
    cp_symbolic(&b, sizeof b, "b");
    cp_assume(a > 0 && a < 16 && b > 0 && b < 16);
    while (a != b) {
        if (a > b)
            a -= b;
        else
            b -= a;
    }
    return a;
}
