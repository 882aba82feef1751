//@ paths: 4
// A pointer that is null for one caller, and not for the other.
#include "counterpoint.h"

static int value_or(const int *p, int otherwise) {
    if (!p)
        return otherwise;
    if (*p < 0)
        return 0;
    return *p;
}

int main(void) {
    int x, y;
    cp_symbolic(&x, sizeof x, "x");
    cp_symbolic(&y, sizeof y, "y");
    int *chosen = 0;
    if (y > 3)
        chosen = &x;
    int value = value_or(chosen, -1);
    if (value < 0)
        return 1;
    if (value_or(&y, 0) != y)
        return 2;
    cp_assert(value != 1234567); //~ BUG assertion-failure
    return 0;
}
