// Two pointers to two variables, then to one: what was written through one is initialised behind the other only if they are aliases.
#include "counterpoint.h"

static int look(const int *q, unsigned char c) {
    if (c != 9)
        return 0;
    if (*q == 5) //~ BUG uninitialised-read
        return 1;
    return 2;
}

static int fill(int *p, const int *q, unsigned char c) {
    *p = 5;
    return look(q, c) + look(q, c ^ 1);
}

int main(void) {
    unsigned char b[2];
    cp_symbolic(b, sizeof b, "b");
    int u, v;
    if (b[1] == 77)
        return fill(&u, &u, b[0]);
    return fill(&u, &v, b[0]);
}
