// How calls are treated is said with --verbose: what is composed, and what is inlined, and why.
//@ options: --mode=smart
//@ says:   composed: `clamp`
//@ says:   inlined, as it makes or frees heap blocks: 
//@ says: solver: 
#include <stdlib.h>

static int clamp(int x) {
    if (x < 0)
        return 0;
    return x;
}

static int *boxed(int n) {
    int *box = malloc(sizeof *box);
    if (box)
        *box = n;
    return box;
}

int between(int a, int b) {
    int *box = boxed(b);
    int less = box && clamp(a) < clamp(*box);
    free(box);
    return less;
}
