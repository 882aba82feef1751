//@ complete: false
// Whether a number fits the integer type is decided; what it is then, is concretized.
#include "counterpoint.h"

static int rounded(float x) {
    return (int)(x + 0.5f); //~ BUG float-cast-overflow
}

int main(void) {
    float x;
    cp_symbolic(&x, sizeof x, "x");
    return rounded(x) == 0;
}
