//@ target: assert
//@ why: `close`
// What a native function leaves in errno.
#include <errno.h>
#include <unistd.h>

#include "counterpoint.h"

int main(void) {
    unsigned char x;
    cp_symbolic(&x, sizeof x, "x");
    close(99);
    if (errno != EBADF)
        cp_assert(x != 7); //~ TARGET unknown
    return 0;
}
