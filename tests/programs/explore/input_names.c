// Inputs are told apart by more than their names: a program may give one the number that would make another unique.
//@ paths: 4
#include <assert.h>

#include "counterpoint.h"

int main(void) {
    unsigned char a, b, c;
    cp_symbolic(&a, 1, "x#1");
    cp_symbolic(&b, 1, "x");
    cp_symbolic(&c, 1, "x");
    assert(!(a == 1 && b == 2 && c == 3)); //~ BUG assertion-failure
    return 0;
}
