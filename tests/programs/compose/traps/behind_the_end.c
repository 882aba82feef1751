// A pointer behind the last element of a local array: its object is the array, although it points to nothing.
#include "counterpoint.h"

static int back(unsigned char *from, unsigned char *end) {
    int n = 0;
    while (end > from) {
        if (*--end == 'x') {
            *end = 'y';
            n++;
        }
    }
    return n;
}

int main(void) {
    unsigned char text[3];
    cp_symbolic(text, 3, "text");
    int n = back(text, text + 3);
    if (n == 2)
        cp_assert(text[0] != 'y'); //~ BUG assertion-failure
    cp_assert(n < 4);
    return n == 3;
}
