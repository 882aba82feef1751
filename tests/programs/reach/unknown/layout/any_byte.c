//@ target: assert
//@ why: an address is used as a number
// An input says which byte is read, and some are bytes of a pointer.
#include "counterpoint.h"

struct record {
    char *at;
    unsigned char data[8];
};

int main(void) {
    unsigned char x;
    cp_symbolic(&x, sizeof x, "x");
    struct record record = {(char *)&record, {1, 1, 1, 1, 1, 1, 1, 1}};
    unsigned char *bytes = (unsigned char *)&record;
    if (bytes[x & 15] == 0x55)
        cp_assert(x != 7); //~ TARGET unknown
    return 0;
}
