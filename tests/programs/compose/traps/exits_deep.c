//@ paths: 4
// The exit is two calls down, where it has an exit code of its own.
#include <stdlib.h>

#include "counterpoint.h"

static void fail(int code) {
    if (code == 7)
        exit(17);
    exit(code & 1);
}

static int need(int x, int code) {
    if (x == 0)
        fail(code);
    return 100 / x;
}

int main(void) {
    unsigned char x, code;
    cp_symbolic(&x, sizeof x, "x");
    cp_symbolic(&code, sizeof code, "code");
    if (need(x, code) == 50)
        return 2;
    return 3;
}
