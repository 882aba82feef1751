//@ paths: 10
// A length that depends on the input: each of 0 to 8 is a path of its own, and all that are too long are one.
#include <string.h>

#include "counterpoint.h"

int main(void) {
    char from[16] = "counterpoint", to[8];
    unsigned char length;
    cp_symbolic(&length, 1, "length");
    cp_assume(length <= 16);
    memcpy(to, from, length); //~ BUG out-of-bounds-write
    return length;
}
