// The same function looks behind a pointer that it loads: at something initialised in one call, and not in the other.
#include "counterpoint.h"

struct box {
    int *at;
    int n;
};

static int open(struct box *box, unsigned char c) {
    if (c == 5)
        return *box->at + 1;
    return c == 7 ? 3 : 0;
}

int main(void) {
    unsigned char in[2];
    cp_symbolic(in, 2, "in");
    int known = 4, unknown;
    struct box full = {&known, 1}, empty = {&unknown, 2};
    int a = open(&full, in[0]), b = open(&empty, in[1]);
    if (a == 5)
        return 1;
    return b > 2 ? 2 : 0; //~ BUG uninitialised-read
}
