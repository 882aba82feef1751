//@ args: 6
//@ symbolic-args: 1,1
// The bound of a variable-length array, one off.
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    int count = argc > 1 ? atoi(argv[1]) : 3;
    if (count < 1)
        return 1;
    int squares[count];
    for (int i = 1; i <= count; i++)
        squares[i] = i * i; //~ BUG out-of-bounds-write
    printf("%d\n", squares[1]);
    return 0;
}
