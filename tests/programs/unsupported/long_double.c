// Arithmetic in the 80-bit format.
#include <stdio.h>

int main(int argc, char **argv) {
    long double third = (long double)argc / 3; //~ UNSUPPORTED long double
    printf("%d\n", third > 0 && !argv[argc]);
    return 0;
}
