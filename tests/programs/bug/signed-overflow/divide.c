// The one signed division that overflows.
#include <limits.h>
#include <stdio.h>

static int ratio(int a, int b) {
    return a / b; //~ BUG signed-overflow
}

int main(void) {
    printf("%d\n", ratio(INT_MIN + 1, -1));
    printf("%d\n", ratio(INT_MIN, -1));
    return 0;
}
