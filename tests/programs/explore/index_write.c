//@ paths: 3
//@ complete: true
// A write at a symbolic index is seen by a read at a fixed one.
#include "counterpoint.h"

int main(void) {
    unsigned i;
    char a[6] = {0};
    cp_symbolic(&i, sizeof i, "i");
    if (i >= sizeof a)
        return 1;
    a[i] = 1;
    if (a[3])
        return 2;
    return 3;
}
