//@ args: 13
//@ symbolic-args: 1,2
// A month number that is not checked indexes a table.
#include <stdio.h>
#include <stdlib.h>

static const int days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

int main(int argc, char **argv) {
    int month = argc > 1 ? atoi(argv[1]) : 1;
    printf("%d\n", days[month - 1]); //~ BUG out-of-bounds-read
    return 0;
}
