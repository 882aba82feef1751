//@ paths: 31
// The callee writes a text, of a length that depends on the inputs; its caller looks at a place that it was told.
#include "counterpoint.h"

static int copy_letters(char *to, const char *from) {
    int n = 0;
    for (int i = 0; from[i]; i++) {
        if (from[i] != ' ')
            to[n++] = from[i];
    }
    to[n] = 0;
    return n;
}

int main(void) {
    char in[4], out[4] = "???";
    cp_symbolic(in, 3, "in");
    in[3] = 0;
    int n = copy_letters(out, in);
    if (out[n] != 0)
        return 1;
    cp_assert(!(out[0] == 'o' && out[1] == 'k' && out[2] == 0)); //~ BUG assertion-failure
    return 0;
}
