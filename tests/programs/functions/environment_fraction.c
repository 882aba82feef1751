// So are random fractions: any that has 48 bits.
//@ entry: side
//@ options: --env-symbolic
//@ paths: 4
#include <stdlib.h>

int side(void) {
    double fraction = drand48();
    if (fraction < 0 || fraction >= 1)
        return -1;
    if (fraction == 0.8125)
        return 5;
    if (fraction < 0.25)
        return 1;
    return fraction < 0.5 ? 2 : 3;
}
