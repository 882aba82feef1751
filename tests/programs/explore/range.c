//@ paths: 2
//@ complete: true
// A number from -2 to 2; 3 is out of reach.
#include "counterpoint.h"

int main(void) {
    int x = cp_range(-2, 3, "x");
    cp_assert(x != 3);
    if (x < 0)
        return 1;
    return 2;
}
