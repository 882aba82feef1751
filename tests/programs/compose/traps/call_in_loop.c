//@ paths: 40
// As many calls as an input says, each with what the ones before left.
#include "counterpoint.h"

static int step(int total, char c) {
    if (c == '+')
        return total + 3;
    if (c == '-')
        return total - 2;
    return total;
}

int main(void) {
    char text[4];
    cp_symbolic(text, 3, "text");
    text[3] = 0;
    int total = 0;
    for (int i = 0; text[i]; i++)
        total = step(total, text[i]);
    cp_assert(total != 4); //~ BUG assertion-failure
    return total & 15;
}
