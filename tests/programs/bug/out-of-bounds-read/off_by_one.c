// A loop that reads one element too many.
#include <stdio.h>

int main(void) {
    int values[5] = {1, 2, 3, 4, 5};
    int sum = 0;
    for (int i = 0; i <= 5; i++)
        sum += values[i]; //~ BUG out-of-bounds-read
    printf("%d\n", sum);
    return 0;
}
