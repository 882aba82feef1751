//@ target: reach_error
//@ verdict: reached
// The error function of the software verification competition is never executed itself.
#include <assert.h>

#include "counterpoint.h"

void reach_error(void) { assert(0); }

int main(void) {
    unsigned char n;
    cp_symbolic(&n, sizeof n, "n");
    if (n == 77)
        reach_error();
    return 0;
}
