// Nothing of the target's function is known: no run calls it by chance, and it is three calls down.
#include "counterpoint.h"

static int innermost(int key, int z) {
    if (z == key * 3)
        return 1; //~ TARGET reached
    return 0;
}

static int inner(int y, int z) {
    if (y == 4711)
        return innermost(y, z);
    return 2;
}

static int outer(int x, int y, int z) {
    if (x > 1000000)
        return inner(y + 1, z);
    return 3;
}

int main(void) {
    int x, y, z;
    cp_symbolic(&x, sizeof x, "x");
    cp_symbolic(&y, sizeof y, "y");
    cp_symbolic(&z, sizeof z, "z");
    if (x % 1000 == 77)
        return outer(x, y, z);
    return 0;
}
