//@ paths: 3
// A table of 256 entries that is looked up by an input byte: a set of characters, as scanf and strspn have it.
#include "counterpoint.h"

int main(void) {
    static unsigned char class[256];
    for (int c = '0'; c <= '9'; c++)
        class[c] = 1;
    for (int c = 'a'; c <= 'z'; c++)
        class[c] = 2;
    unsigned char c;
    cp_symbolic(&c, 1, "c");
    if (class[c] == 1)
        return 1;
    if (class[c] == 2)
        return 2;
    return 0;
}
