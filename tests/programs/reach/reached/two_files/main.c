//@ files: second.c
//@ target: second.c:5
//@ verdict: reached
// The target is in a static function of another file, that has a name of this one's too.
#include "counterpoint.h"

int second(int x);

static int check(int x) {
    return x > 0;
}

int main(void) {
    int x;
    cp_symbolic(&x, sizeof x, "x");
    return check(x) && second(x + 1);
}
