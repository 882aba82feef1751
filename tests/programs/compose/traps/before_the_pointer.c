//@ paths: 6
//@ cflags: -m32
// With 32 bits, the distance of -1 looks like an address.
#include "counterpoint.h"

static int is_before(const char *at) {
    if (at[-1] == 'x')
        return 1;
    return 0;
}

static int two(const char *at) { return is_before(at) + is_before(at + 1); }

int main(void) {
    char a[4];
    unsigned char i;
    cp_symbolic(a, sizeof a, "a");
    cp_symbolic(&i, sizeof i, "i");
    if (i < 1 || i > 2)
        return 9;
    int found = two(a + i);
    if (found == 2)
        return 7;
    if (found == 1)
        return 5;
    return 0;
}
