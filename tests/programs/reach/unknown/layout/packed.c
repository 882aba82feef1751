//@ target: assert
//@ why: an address is used as a number
// A pointer where no word begins, and the bytes around it.
#include <stdint.h>
#include <string.h>

#include "counterpoint.h"

static int variable;

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
    uint64_t word;
    memcpy(&word, &record, sizeof word);
    if (word % 7 == 6)
        cp_assert(x != 7); //~ TARGET unknown
    return 0;
}
