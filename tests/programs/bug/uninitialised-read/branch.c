//@ symbolic-args: 1,1
//@ native: memory
// A variable that only one branch sets decides another.
#include <stdio.h>

int main(int argc, char **argv) {
    int verbose;
    (void)argv;
    if (argc > 1)
        verbose = 1;
    if (verbose) //~ BUG uninitialised-read
        puts("verbose");
    return 0;
}
