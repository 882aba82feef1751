// A recursion of ten thousand frames fits the stack.
#include <stdio.h>

static long sum_to(long n) {
    if (n == 0)
        return 0;
    return n + sum_to(n - 1);
}

int main(void) {
    printf("%ld\n", sum_to(10000));
    return 0;
}
