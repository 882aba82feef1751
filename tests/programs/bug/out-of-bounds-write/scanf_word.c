//@ stdin: incomprehensibilities\n
//@ symbolic-stdin: 10
// %s without a width.
#include <stdio.h>

int main(void) {
    char word[8];
    if (scanf("%s", word) == 1) //~ BUG out-of-bounds-write
        puts(word);
    return 0;
}
