//@ target: assert
//@ why: `getpid`
// What a native function returns that it wasn't given.
#include <unistd.h>

#include "counterpoint.h"

int main(void) {
    unsigned char x;
    cp_symbolic(&x, sizeof x, "x");
    int odd = getpid() & 1;
    if (odd && !odd)
        cp_assert(x != 7); //~ TARGET unknown
    return 0;
}
