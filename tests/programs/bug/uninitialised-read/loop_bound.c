//@ symbolic-stdin: 1
//@ native: memory
// The number of items was never read, as the input is empty.
#include <stdio.h>

int main(void) {
    int count, sum = 0;
    scanf("%d", &count);
    for (int i = 0; i < count; i++) //~ BUG uninitialised-read
        sum += i;
    printf("%d\n", sum);
    return 0;
}
