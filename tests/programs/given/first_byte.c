//@ symbolic-stdin: 100
//@ paths: 3
// Of a hundred bytes, only the first is decided about.
#include <stdio.h>

int main(void) {
    int c = getchar();
    if (c == EOF)
        return 2;
    if (c == '#')
        return 1;
    return 0;
}
