//@ target: assert
//@ why: an address is used as a number
// A byte of a pointer in the initial value of a packed variable.
#include "counterpoint.h"

static int variable;
static struct __attribute__((packed)) {
    char tag;
    int *at;
} record = {1, &variable};

int main(void) {
    unsigned char x;
    cp_symbolic(&x, sizeof x, "x");
    if (((unsigned char *)&record)[3] % 7 == 3)
        cp_assert(x != 7); //~ TARGET unknown
    return 0;
}
