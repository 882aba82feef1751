//@ paths: 4
//@ complete: true
#include <stdlib.h>

#include "counterpoint.h"

static int is_positive(int x) {
    if (x > 0)
        return 1;
    return 0;
}

int main(void) {
    int y, z;
    cp_symbolic(&y, sizeof y, "y");
    cp_symbolic(&z, sizeof z, "z");
    int a = is_positive(y), b = is_positive(z);
    if (a && b)
        abort(); //~ BUG abort
    return 0;
}
