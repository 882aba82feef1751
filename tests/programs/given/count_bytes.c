//@ symbolic-stdin: 3
//@ paths: 15
// Every byte is one or not, and after each the input may end: 1 + 2 + 4 + 8 paths.
#include <stdio.h>

int main(void) {
    int c, count = 0;
    while ((c = getchar()) != EOF)
        if (c == 'x')
            count++;
    return count;
}
