// `locate` and `top` of the 2007 paper: cells of a string, at constant and at computed places.
#include "counterpoint.h"

static int locate(const char *s, char c) {
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
    char input[4];
    cp_symbolic(input, 3, "input");
    input[3] = 0;
    return top(input);
}
