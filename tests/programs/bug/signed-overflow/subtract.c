//@ args: -2
//@ symbolic-args: 1,2
// A comparison by subtraction, 64 bits wide.
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

static int sign(long long n) { return (n > 0) - (n < 0); }

static int compare(long long a, long long b) {
    return sign(a - b); //~ BUG signed-overflow
}

int main(int argc, char **argv) {
    long long n = argc > 1 ? strtoll(argv[1], NULL, 10) : 0;
    printf("%d\n", compare(n, LLONG_MAX));
    return 0;
}
