// As changed_since.c, but what looks at it is called by another function.
#include "counterpoint.h"

static int level;

static int look(int x) {
    if (x == 5)
        return level;
    return 0;
}

static int twice(int x) {
    if (x > 2)
        return look(x) * 2;
    return 0;
}

int main(void) {
    unsigned char x;
    cp_symbolic(&x, 1, "x");
    int first = twice(x);
    level = 1;
    int second = twice(x);
    if (first != second)
        return 7; //~ TARGET reached
    return 0;
}
