// Half of the inputs that could lead to the target divide by zero before they are there.
#include "counterpoint.h"

static int divide(int a, int b) {
    return a / b;
}

int main(void) {
    signed char a, b;
    cp_symbolic(&a, sizeof a, "a");
    cp_symbolic(&b, sizeof b, "b");
    int quotient = divide(a, b & 1);
    if (quotient == 42 && b > 100)
        return 1; //~ TARGET reached
    return 0;
}
