//@ target: assert
// No object is at null, nor just before it.
#include <stdlib.h>

#include "counterpoint.h"

int main(void) {
    unsigned char x;
    cp_symbolic(&x, sizeof x, "x");
    int *m = malloc(4);
    if (m == NULL || m == (int *)-1)
        cp_assert(x != 7); //~ TARGET unreachable
    free(m);
    return 0;
}
