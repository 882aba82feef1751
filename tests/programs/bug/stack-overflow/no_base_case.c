// The recursion steps over its base case.
#include <stdio.h>

static unsigned half(unsigned n) {
    if (n == 0)
        return 0;
    return 1 + half(n - 2); //~ BUG stack-overflow
}

int main(void) {
    printf("%u\n", half(10));
    printf("%u\n", half(7));
    return 0;
}
