// Thirteen factorial does not fit.
#include <stdio.h>

static int factorial(int n) {
    int result = 1;
    for (int i = 2; i <= n; i++)
        result *= i; //~ BUG signed-overflow
    return result;
}

int main(void) {
    for (int n = 0; n < 20; n++)
        printf("%d\n", factorial(n));
    return 0;
}
