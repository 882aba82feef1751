//@ paths: 4
// The callee writes one byte of a number that its caller reads whole.
#include "counterpoint.h"

static void set_byte(unsigned char *bytes, unsigned char value) {
    if (value != 0)
        bytes[1] = value;
}

int main(void) {
    unsigned x;
    unsigned char value;
    cp_symbolic(&x, sizeof x, "x");
    cp_symbolic(&value, sizeof value, "value");
    set_byte((unsigned char *)&x, value);
    cp_assert(x != 0xabcdef01); //~ BUG assertion-failure
    return 0;
}
