//@ target: assert
// A callee is composed where it is given a local variable, and refused where it is given an input whose length is not decided:
// what was decided about that input for the call is no decision of the path any more.
#include <assert.h>

static void set(unsigned *d) {
    *d = 1;
}

void f(unsigned *a);

void f(unsigned *a) {
    unsigned x = 0;
    set(&x);
    if (!a)
        return;
    set(a);
    assert(*a == x + 1); //~ TARGET reached
}
