// Integer loop: how long the Collatz sequences of the numbers below N are. Arithmetic and branches only.
#include <stdio.h>
#include <stdlib.h>

static unsigned collatz_length(unsigned long n)
{
    unsigned length = 1;
    while (n != 1) {
        n = n % 2 ? 3 * n + 1 : n / 2;
        length++;
    }
    return length;
}

int main(int argc, char **argv)
{
    unsigned long limit = argc > 1 ? strtoul(argv[1], NULL, 10) : 45000;
    unsigned long sum = 0;
    for (unsigned long n = 1; n < limit; n++)
        sum += collatz_length(n);
    printf("collatz %lu\n", sum);
    return 0;
}
