// The target needs a depth of recursion, and the digits of a certain number on the way.
#include "counterpoint.h"

static unsigned value(const unsigned char *digits, int count) {
    if (count == 0)
        return 0;
    return value(digits, count - 1) * 10 + digits[count - 1] % 10;
}

int main(void) {
    unsigned char digits[4], count;
    cp_symbolic(digits, sizeof digits, "digits");
    cp_symbolic(&count, sizeof count, "count");
    if (count > 4)
        return 2;
    if (value(digits, count) == 9041)
        return 1; //~ TARGET reached
    return 0;
}
