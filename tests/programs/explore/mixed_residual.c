//@ paths: 5
//@ complete: true
// The seventh figure of the 2011 paper: what identity(y) == 1 needs of y, no other condition says.
#include <stdbool.h>
#include <stdlib.h>

#include "counterpoint.h"

static int identity(int y) {
    return y;
}

int main(void) {
    bool b;
    int x, y;
    unsigned char bit;
    cp_symbolic(&bit, sizeof bit, "bit");
    cp_symbolic(&x, sizeof x, "x");
    cp_symbolic(&y, sizeof y, "y");
    b = bit & 1;
    if (b) {
        if (y <= 0)
            return 1;
        return 2;
    }
    if (x <= 0 && identity(y) == 1)
        abort(); //~ BUG abort
    return 3;
}
