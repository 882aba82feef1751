//@ target: assert
//@ why: an address is used as a number
// A byte of a pointer that a callee keeps in memory.
#include "counterpoint.h"

static int variable;
static unsigned char kept[4];

static void keep(int *p) {
    kept[1] = ((unsigned char *)&p)[2];
}

int main(void) {
    unsigned char x;
    cp_symbolic(&x, sizeof x, "x");
    keep(&variable);
    if (kept[1] % 7 == 3)
        cp_assert(x != 7); //~ TARGET unknown
    return 0;
}
