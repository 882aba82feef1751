// A parameter may be called as we call what the program reads: its length is not that of standard input.
//@ entry: more
//@ paths: 5
//@ complete: false
//@ stopped: standard input of at most
#include <stdio.h>

int more(unsigned *stdin) {
    if (!stdin)
        return -1;
    int c = getchar();
    if (c == EOF)
        return 0;
    if (*stdin == 7)
        return c == 'x' ? 2 : 1;
    return 3;
}
