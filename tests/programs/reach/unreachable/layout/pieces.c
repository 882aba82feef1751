//@ target: assert
// A pointer that is copied in two pieces, and put together again.
#include <string.h>

#include "counterpoint.h"

static int variable;

int main(void) {
    unsigned char x;
    cp_symbolic(&x, sizeof x, "x");
    int *p = &variable, *again;
    char low[5], high[3];
    memcpy(low, &p, 5);
    memcpy(high, (char *)&p + 5, 3);
    memcpy(&again, low, 5);
    memcpy((char *)&again + 5, high, 3);
    if (again != &variable)
        cp_assert(x != 7); //~ TARGET unreachable
    return 0;
}
