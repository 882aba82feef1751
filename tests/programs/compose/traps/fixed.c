// A value that native code is given is fixed; what is decided afterwards belongs to that value.
//@ complete: false
#include "counterpoint.h"
#include <math.h>

static int sign(int x) {
    if (x < 0)
        return -1;
    return x > 0;
}

int main(void) {
    unsigned char n;
    int x, y;
    cp_symbolic(&n, sizeof n, "n");
    cp_symbolic(&x, sizeof x, "x");
    cp_symbolic(&y, sizeof y, "y");
    int root = (int)cbrt(n % 64);
    if (root == 2)
        return sign(x);
    return sign(x) + sign(y);
}
