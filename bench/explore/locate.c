// `top` and `locate` of the paper on compositional test generation, for strings of 64 characters: 192 paths.
#include "counterpoint.h"

#define N 64

static int locate(const char *s, int c) {
    int i = 0;
    while (s[i] != c) {
        if (s[i] == 0)
            return -1;
        i++;
    }
    return i;
}

int main(void) {
    char input[N + 1];
    cp_symbolic(input, N, "input");
    input[N] = 0;
    int z = locate(input, 'a');
    if (z == -1)
        return 2;
    return input[z + 1] != ':';
}
