//@ target: assert
//@ why: an address is used as a number
// A byte of a pointer that is copied before it is looked at.
#include <string.h>

#include "counterpoint.h"

static int variable;

int main(void) {
    unsigned char x;
    cp_symbolic(&x, sizeof x, "x");
    int *p = &variable;
    unsigned char byte;
    memcpy(&byte, (char *)&p + 2, 1);
    if (byte % 7 == 3)
        cp_assert(x != 7); //~ TARGET unknown
    return 0;
}
