// Sorting with a context, large enough to leave the small cases behind.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

struct context {
    int modulus;
    long comparisons;
};

static int by_rest(const void *a, const void *b, void *state) {
    struct context *context = state;
    context->comparisons++;
    return *(const int *)a % context->modulus - *(const int *)b % context->modulus;
}

int main(void) {
    enum { COUNT = 500 };
    int *values = malloc(COUNT * sizeof *values);
    if (!values)
        return 1;
    for (int i = 0; i < COUNT; i++)
        values[i] = i * 37 % 1009;
    struct context context = {10, 0};
    qsort_r(values, COUNT, sizeof *values, by_rest, &context);
    long sum = 0;
    for (int i = 0; i < COUNT; i++)
        sum = (sum * 7 + values[i] % context.modulus) % 1000003;
    // Elements that compare equal may come in any order.
    printf("%d %d %d %ld %d\n", values[0] % 10, values[1] % 10, values[COUNT - 1] % 10, sum, context.comparisons > COUNT);
    free(values);
    return 0;
}
