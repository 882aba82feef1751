//@ stdin: 17 5 17 0
//@ symbolic-stdin: 3
// A remainder by a number that was read.
#include <stdio.h>

int main(void) {
    unsigned a, b;
    while (scanf("%u %u", &a, &b) == 2)
        printf("%u\n", a % b); //~ BUG division-by-zero
    return 0;
}
