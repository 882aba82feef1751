//@ target: assert
//@ why: `time`
// What a native function writes that it wasn't given.
#include <time.h>

#include "counterpoint.h"

int main(void) {
    unsigned char x;
    cp_symbolic(&x, sizeof x, "x");
    time_t now;
    time(&now);
    if (now == 0)
        cp_assert(x != 7); //~ TARGET unknown
    return 0;
}
