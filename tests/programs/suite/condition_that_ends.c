// A condition that ends the program has no sides, and an inferred count is none: the compiler counts how often a
// condition held, and takes the rest for the other side.
//@ says: never       4/5       0/2            2     -
//@ says: both        5/5       4/4            -     -
//@ says: choose     4/10       0/6            6     -
//@ says: inner      8/10       5/6            1     -
//@ says: loop        5/5       1/2            1     -
#include <stdlib.h>

static int check(int x) {
    exit(x & 1);
    return x;
}

int never(int x) {
    if (check(x))
        return 1;
    return 2;
}

static int positive(int x) {
    if (x <= 0)
        exit(3);
    return x > 5;
}

int both(int x) {
    if (positive(x) && x < 9)
        return 1;
    return 2;
}

int choose(int x) {
    switch (check(x)) {
    case 1:
        return 1;
    case 2:
        return 3;
    default:
        return 4;
    }
}

int inner(int x) {
    switch (positive(x)) {
    case 0:
        return 1;
    case 1:
        return 2;
    default:
        return 3;
    }
}

static void finish(void) {
    exit(2);
}

int loop(int x) {
    for (int i = 0; i < 3 + (x & 1); i++)
        finish();
    return 0;
}
