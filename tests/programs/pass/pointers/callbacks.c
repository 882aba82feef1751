// Callbacks that carry their state through a void pointer.
#include <stdio.h>

typedef void (*visitor)(int value, void *state);

static void each(const int *values, int count, visitor visit, void *state) {
    for (int i = 0; i < count; i++)
        visit(values[i], state);
}

static void add_up(int value, void *state) { *(long *)state += value; }

struct range {
    int low, high;
};

static void widen(int value, void *state) {
    struct range *range = state;
    if (value < range->low)
        range->low = value;
    if (value > range->high)
        range->high = value;
}

int main(void) {
    int values[] = {4, -7, 19, 0, 3};
    long sum = 0;
    struct range range = {values[0], values[0]};
    each(values, 5, add_up, &sum);
    each(values, 5, widen, &range);
    printf("%ld %d %d\n", sum, range.low, range.high);
    return 0;
}
