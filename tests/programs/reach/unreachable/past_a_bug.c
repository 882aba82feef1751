// Every path that comes there has divided by zero before.
#include "counterpoint.h"

static int divide(int a, int b) {
    return a / b;
}

int main(void) {
    unsigned char a, b;
    cp_symbolic(&a, sizeof a, "a");
    cp_symbolic(&b, sizeof b, "b");
    int quotient = divide(a, b);
    if (b == 0)
        return quotient; //~ TARGET unreachable
    return 0;
}
