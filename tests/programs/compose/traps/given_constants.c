//@ paths: 3
// Calls that are given nothing but constants compute, and decide nothing; the same function is composed where it is given inputs.
#include "counterpoint.h"

static int digits(unsigned n) {
    int count = 1;
    while (n > 9) {
        n /= 10;
        count++;
    }
    return count;
}

int main(void) {
    unsigned char n;
    cp_symbolic(&n, sizeof n, "n");
    int width = digits(12345);
    for (int i = 0; i < 3; i++)
        width += digits(1000);
    if (digits(n) == 4)
        return 1;
    return width == 17 ? digits(n) : 2;
}
