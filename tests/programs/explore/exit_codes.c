//@ paths: 6
// Every exit code may be the program's own: what sanitizers and runners of tests use elsewhere means nothing here.
#include "counterpoint.h"
#include <stdlib.h>

static int table[4] = {1, 2, 3, 4};

static void at_the_end(void) {
    _Exit(79);
}

int main(void) {
    int x;
    cp_symbolic(&x, sizeof x, "x");
    switch (x) {
    case 1: exit(79);
    case 2: return 86;
    case 3: atexit(at_the_end); return 86;
    case 4: return 86 / (x - 4); //~ BUG division-by-zero
    case 5: return table[x] + 86; //~ BUG out-of-bounds-read
    default: exit(1);
    }
}
