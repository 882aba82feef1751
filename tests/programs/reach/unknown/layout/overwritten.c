//@ target: assert
//@ why: an address is used as a number
// What is left of a pointer when one of its bytes is overwritten.
#include <stdint.h>
#include <string.h>

#include "counterpoint.h"

static int variable;

int main(void) {
    unsigned char x;
    cp_symbolic(&x, sizeof x, "x");
    int *p = &variable;
    uint64_t word;
    ((unsigned char *)&p)[7] = x;
    memcpy(&word, &p, sizeof word);
    if ((word >> 16 & 255) == 0x12)
        cp_assert(x != 7); //~ TARGET unknown
    return 0;
}
