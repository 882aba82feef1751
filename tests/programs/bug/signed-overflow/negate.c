// The smallest integer has no positive counterpart.
#include <limits.h>
#include <stdio.h>

static int magnitude(int n) {
    if (n < 0)
        n = -n; //~ BUG signed-overflow
    return n;
}

int main(void) {
    printf("%d\n", magnitude(-5));
    printf("%d\n", magnitude(INT_MIN));
    return 0;
}
