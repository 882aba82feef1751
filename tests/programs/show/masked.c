// Some bits of a number are no number with a sign.
#include "counterpoint.h"

static int classify(unsigned x) {
    if ((x & 3) == 3)
        return 1;
    if ((x >> 4 & 7) == 6)
        return 2;
    if (x >> 28 == 15)
        return 3;
    return 0;
}

int main(void) {
    unsigned x;
    cp_symbolic(&x, sizeof x, "x");
    return classify(x) + classify(x + 1);
}
