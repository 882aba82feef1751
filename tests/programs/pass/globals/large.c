// A large zeroed array costs nothing until it is used, and its far end is there.
#include <stdio.h>

static long big[1 << 20];
static char text[4][1 << 16] = {"first", [3] = "last"};

int main(void) {
    big[(1 << 20) - 1] = 7;
    big[12345] = 5;
    long sum = 0;
    for (int i = 0; i < 1 << 20; i += 12345)
        sum += big[i];
    printf("%ld %ld %s %s %d\n", sum, big[(1 << 20) - 1], text[0], text[3], text[3][65535]);
    return 0;
}
