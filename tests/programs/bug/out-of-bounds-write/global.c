//@ stdin: 1 2 3 4 5
//@ symbolic-stdin: 5
// More input than a global array can hold.
#include <stdio.h>

static int numbers[2];

int main(void) {
    int count = 0, number;
    while (scanf("%d", &number) == 1)
        numbers[count++] = number; //~ BUG out-of-bounds-write
    printf("%d\n", count);
    return 0;
}
