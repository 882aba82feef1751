// An input of a hundred megabytes on one of its paths.
#include "counterpoint.h"

static char wide[100 << 20];

int main(void) {
    unsigned x;
    cp_symbolic(&x, sizeof x, "x");
    if (x == 3) {
        cp_symbolic(wide, sizeof wide, "wide");
        if (wide[5] == 1)
            return 2;
    }
    return x > 100;
}
