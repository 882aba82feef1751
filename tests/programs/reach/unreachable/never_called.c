//@ target: dead
//@ runs-demand: 1
//@ runs-smart: 1
// Nothing calls the target: one run, and no question, show that.
#include "counterpoint.h"

int dead(int x);

int dead(int x) {
    return x + 1; //~ TARGET unreachable
}

int main(void) {
    int x;
    cp_symbolic(&x, sizeof x, "x");
    if (x == 1)
        return 1;
    return x == 2;
}
