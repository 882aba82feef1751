//@ paths: 2
// The same call with the same argument twice, and a static variable that makes them differ.
#include "counterpoint.h"

static int next(int step) {
    static int state = 10;
    if (state % 2 == 0)
        state += step;
    else
        state -= 1;
    return state;
}

int main(void) {
    unsigned char step;
    cp_symbolic(&step, sizeof step, "step");
    int a = next(step), b = next(step);
    if (b < a)
        return 1;
    return 0;
}
