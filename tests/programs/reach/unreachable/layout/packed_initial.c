//@ target: assert
// A pointer in the initial value of a packed variable, whose neighbour is overwritten.
#include "counterpoint.h"

static int variable = 4;
static struct __attribute__((packed)) {
    unsigned char tag;
    int *at;
} record = {1, &variable};

int main(void) {
    unsigned char x;
    cp_symbolic(&x, sizeof x, "x");
    record.tag = x;
    if (*record.at != 4)
        cp_assert(x != 7); //~ TARGET unreachable
    return 0;
}
