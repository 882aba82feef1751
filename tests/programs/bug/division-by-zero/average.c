// The average of nothing.
#include <stdio.h>

static int average(const int *values, int count) {
    int sum = 0;
    for (int i = 0; i < count; i++)
        sum += values[i];
    return sum / count; //~ BUG division-by-zero
}

int main(void) {
    int values[2] = {4, 6};
    printf("%d\n", average(values, 2));
    printf("%d\n", average(values, 0));
    return 0;
}
