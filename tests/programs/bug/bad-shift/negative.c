// A negative distance.
#include <stdio.h>

static unsigned move(unsigned value, int left) {
    return value >> -left; //~ BUG bad-shift
}

int main(void) {
    printf("%u\n", move(256, -4));
    printf("%u\n", move(256, 4));
    return 0;
}
