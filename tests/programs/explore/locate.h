// `top` of the 2007 paper. With N free bytes and a final zero there are 3N paths: N + 1 without an 'a', and for
// the N places of the first 'a' two ends each, but only one for the last place, which a zero follows.
#include "counterpoint.h"

static int locate(const char *s, int c) {
    int i = 0;
    while (s[i] != c) {
        if (s[i] == 0)
            return -1;
        i++;
    }
    return i;
}

static int top(const char *input) {
    int z = locate(input, 'a');
    if (z == -1)
        return 2;
    if (input[z + 1] != ':')
        return 1;
    return 0;
}

int main(void) {
    char input[N + 1];
    cp_symbolic(input, N, "input");
    input[N] = 0;
    return top(input);
}
