// A variable that a call leaves as it was in most runs, uninitialised, and fills in others.
#include "counterpoint.h"

static void get(unsigned char c, int *out) {
    if (c == 9 || c == 11)
        *out = c;
}

static void ask(unsigned char c, int *out) {
    if (c == 13)
        *out = 0;
    get(c, out);
}

int main(void) {
    unsigned char in[2];
    cp_symbolic(in, 2, "in");
    int first, second;
    get(in[0], &first);
    if (in[0] > 8 && in[0] < 12 && in[0] != 10)
        cp_assert(first != 9); //~ BUG assertion-failure
    ask(in[1], &second);
    if (second == 11) //~ BUG uninitialised-read
        return 1;
    return 0;
}
