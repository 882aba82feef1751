// The depth of a recursion has a bound: five is never the sum of so few bits.
#include "counterpoint.h"

static int ones(unsigned bits, int count) {
    if (count == 0)
        return 0;
    return (int)(bits & 1) + ones(bits >> 1, count - 1);
}

int main(void) {
    unsigned bits;
    cp_symbolic(&bits, sizeof bits, "bits");
    if (ones(bits, 4) == 5)
        return 1; //~ TARGET unreachable
    return 0;
}
