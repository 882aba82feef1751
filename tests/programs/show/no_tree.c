// Functions without a tree are named, with the reason.
#include <stdlib.h>

#include "counterpoint.h"

static int *boxed(int n) {
    int *box = malloc(sizeof *box);
    if (box)
        *box = n;
    return box;
}

int never(int x) {
    return x + 1;
}

int main(void) {
    int x;
    cp_symbolic(&x, sizeof x, "x");
    cp_assume(x < 2);
    int *box = boxed(x);
    int found = *box == 1;
    free(box);
    return found;
}
