// `is_positive` and `top` of the 2007 paper: one tree, many calls.
#include "counterpoint.h"

static int is_positive(int x) {
    if (x > 0)
        return 1;
    return 0;
}

static int top(const int *s) {
    int count = 0;
    for (int i = 0; i < 3; i++)
        count += is_positive(s[i]);
    if (count == 3)
        return 1;
    return 0;
}

int main(void) {
    int s[3];
    cp_symbolic(s, sizeof s, "s");
    return top(s);
}
