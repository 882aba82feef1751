// Two calls are given the same as far as any run has shown, but what they do with a 5 depends on what was changed in
// between: what is unknown about one call isn't the other's.
#include "counterpoint.h"

static int level;

static int look(int x) {
    if (x == 5)
        return level;
    return 0;
}

int main(void) {
    unsigned char x;
    cp_symbolic(&x, 1, "x");
    int first = look(x);
    level = 1;
    int second = look(x);
    if (first != second)
        return 7; //~ TARGET reached
    return 0;
}
