// A counter at its limit.
#include <limits.h>
#include <stdio.h>

int main(void) {
    int counter = INT_MAX - 3;
    for (int i = 0; i < 10; i++)
        counter++; //~ BUG signed-overflow
    printf("%d\n", counter);
    return 0;
}
