// Arithmetic in the 80-bit format.
#include <stdio.h>

int main(void) {
    volatile long double x = 1.0L;
    long double third = x / 3; //~ UNSUPPORTED long double
    printf("%d\n", third * 3 == x);
    return 0;
}
