//@ symbolic-stdin: 3
// A number that only one text of three characters is, found through scanf.
#include <stdio.h>

int main(void) {
    int number;
    if (scanf("%d", &number) != 1)
        return 1;
    if (number == -42)
        return 2;
    return number < 0 ? 3 : 0;
}
