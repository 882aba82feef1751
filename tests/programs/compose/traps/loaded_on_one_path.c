// A callee that writes through a pointer it has read from memory, on one of its paths only: where it wrote is a class of its
// ends, and what the caller knows of the other numbers stays.
#include "counterpoint.h"

struct box {
    int n;
    int *at;
};

static void raise(struct box *box, int by) {
    if (by > 10)
        *box->at += by;
    else
        box->n += 1;
}

int main(void) {
    int x, y;
    cp_symbolic(&x, sizeof x, "x");
    cp_symbolic(&y, sizeof y, "y");
    cp_assume(x >= 0 && x < 100 && y >= 0 && y < 100);
    int one = y, other = 3;
    struct box box = {0, &one};
    raise(&box, x);
    if (one != y && box.n)
        return 1; // never both
    if (other != 3)
        return 2; // never
    if (one == 80)
        return 3;
    if (one == 5 && x > 10)
        return 4; // never: it is more than ten
    return box.n;
}
