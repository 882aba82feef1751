// Compound literals as arguments, as arrays and assigned as values.
#include <stdio.h>

struct pair {
    int first, second;
};

static int sum(const int *values) {
    int total = 0;
    while (*values)
        total += *values++;
    return total;
}

static int span(struct pair pair) { return pair.second - pair.first; }
static void grow(struct pair *pair) { pair->second *= 2; }

int main(void) {
    printf("%d\n", sum((int[]){1, 2, 3, 4, 0}));
    printf("%d\n", span((struct pair){.second = 10, .first = 3}));
    struct pair *p = &(struct pair){1, 8};
    grow(p);
    *p = (struct pair){p->second, p->second * 10};
    printf("%d %d\n", p->first, p->second);
    for (int i = 0; i < 3; i++) {
        int *cell = (int[2]){i};
        printf("%d%d ", cell[0], cell[1]);
        cell[1] = 7;
    }
    putchar('\n');
    return 0;
}
