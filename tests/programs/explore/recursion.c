//@ paths: 7
//@ complete: true
// As deep as the first byte that isn't zero: six places, or none.
#include "counterpoint.h"

static int depth(const char *s, int left) {
    if (left == 0 || *s != 0)
        return 0;
    return 1 + depth(s + 1, left - 1);
}

int main(void) {
    char s[6];
    cp_symbolic(s, sizeof s, "s");
    return depth(s, 6);
}
