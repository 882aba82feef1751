// The pointer through which a callee writes was stored by another call, which chose between two numbers.
#include "counterpoint.h"

struct cursor {
    int *at;
};

static int first, second;

static void choose(struct cursor *cursor, int x) {
    if (x > 7)
        cursor->at = &first;
    else
        cursor->at = &second;
}

static int put(struct cursor *cursor, int value) {
    if (value == 0)
        return 0;
    *cursor->at = value;
    return 1;
}

int main(void) {
    int x, y;
    cp_symbolic(&x, sizeof x, "x");
    cp_symbolic(&y, sizeof y, "y");
    struct cursor cursor;
    choose(&cursor, x);
    int was_put = put(&cursor, y);
    if (first && second)
        return 1; // never
    if (was_put && !first && !second)
        return 2; // never
    if (first == 9 && x == 8)
        return 3;
    if (second == 9)
        return 4;
    return 0;
}
