// The classic loop bound.
#include <stdio.h>

static void fill(int *values, int count) {
    for (int i = 0; i <= count; i++)
        values[i] = i * i; //~ BUG out-of-bounds-write
}

int main(void) {
    int values[10];
    fill(values, 10);
    printf("%d\n", values[9]);
    return 0;
}
