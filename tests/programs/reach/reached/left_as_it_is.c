// A call may leave what it is given as it is on a path that is still dangling: then it is what it was before, which is
// something else for each call.
#include "counterpoint.h"

static void clear(int x, int *out) {
    if (x == 5 || x == 6)
        return;
    *out = 0;
}

int main(void) {
    unsigned char x;
    cp_symbolic(&x, 1, "x");
    int v = 1;
    clear(x, &v);
    int first = v;
    v = 7;
    clear(x, &v);
    if (first == 1 && v == 7)
        return 7; //~ TARGET reached
    return 0;
}
