//@ paths: 5
// A callee that clears its caller's memory at once, without ever looking at a byte of it.
#include <string.h>

#include "counterpoint.h"

static void clear(char *p, int n) {
    if (n > 3)
        memset(p, 0, 4);
    else
        p[0] = 1;
}

int main(void) {
    char buf[4];
    int n;
    cp_symbolic(buf, sizeof buf, "buf");
    cp_symbolic(&n, sizeof n, "n");
    clear(buf, n);
    if (buf[1] != 0 && n > 3)
        return 1;
    if (buf[2] == 7)
        return 2;
    return 0;
}
