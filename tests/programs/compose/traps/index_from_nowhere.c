// In the first run the index is far outside of the array, so that the pointer which the call is given leads nowhere.
#include "counterpoint.h"

static void put(unsigned char *to, unsigned char d) {
    if (d == 5)
        *to = 12;
}

int main(void) {
    unsigned char a[4] = {0, 0, 0, 0}, d;
    unsigned short i;
    cp_symbolic(&i, sizeof i, "i");
    cp_symbolic(&d, 1, "d");
    if (d == 5)
        cp_assume(i < 4);
    unsigned char *start = a;
    put(start + i, d);
    cp_assert(a[2] != 12); //~ BUG assertion-failure
    return 0;
}
