//@ target: assert
// The error function's own assertion isn't asked about, but its calls are.
#include <assert.h>

#include "counterpoint.h"

void reach_error(void) { assert(0); }

int main(void) {
    unsigned char n;
    cp_symbolic(&n, sizeof n, "n");
    if (n == 77)
        reach_error(); //~ TARGET reached
    return 0;
}
