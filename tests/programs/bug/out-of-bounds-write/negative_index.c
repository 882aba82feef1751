// An index that goes below zero while items are moved up.
#include <stdio.h>
#include <stdlib.h>

static void insert(int *sorted, int count, int value) {
    int at = count;
    while (at >= 0 && (at == 0 || sorted[at - 1] > value)) {
        sorted[at] = at ? sorted[at - 1] : 0;
        at--;
    }
    sorted[at] = value; //~ BUG out-of-bounds-write
}

int main(void) {
    int *sorted = calloc(4, sizeof *sorted);
    if (!sorted)
        return 1;
    insert(sorted, 0, 5);
    printf("%d\n", sorted[0]);
    free(sorted);
    return 0;
}
