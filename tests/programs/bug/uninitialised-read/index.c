//@ native: memory
// An uninitialised index.
#include <stdio.h>

static int find(const int *values, int count, int wanted) {
    int at;
    for (int i = 0; i < count; i++)
        if (values[i] == wanted)
            at = i;
    return values[at]; //~ BUG uninitialised-read
}

int main(void) {
    int values[3] = {1, 2, 3};
    printf("%d\n", find(values, 3, 2));
    printf("%d\n", find(values, 3, 9));
    return 0;
}
