//@ paths: 3
//@ complete: true
// What a program prints while it is explored is not to be seen, and there is nothing to read.
#include <stdio.h>

#include "counterpoint.h"

int main(void) {
    signed char x;
    cp_symbolic(&x, sizeof x, "x");
    printf("hello\n");
    fprintf(stderr, "oh\n");
    if (getchar() != EOF)
        return 1;
    if (x < 0) {
        puts("negative");
        return 2;
    }
    if (x == 0)
        return 3;
    fflush(stdout);
    return 4;
}
