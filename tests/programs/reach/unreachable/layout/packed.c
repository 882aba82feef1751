//@ target: assert
// A pointer in a packed struct.
#include "counterpoint.h"

static int variable = 3;

struct __attribute__((packed)) record {
    char tag;
    int *at;
};

int main(void) {
    unsigned char x;
    cp_symbolic(&x, sizeof x, "x");
    struct record record;
    record.tag = 1;
    record.at = &variable;
    if (*record.at != 3)
        cp_assert(x != 7); //~ TARGET unreachable
    return 0;
}
