// Memory sweep: a three-point smoothing that walks over a heap array, again and again.
#include <stdio.h>
#include <stdlib.h>

enum { CELLS = 16384 };

static void smooth(const unsigned *from, unsigned *to)
{
    for (int i = 1; i < CELLS - 1; i++)
        to[i] = (from[i - 1] + 2 * from[i] + from[i + 1]) / 4 + (unsigned)i;
}

int main(int argc, char **argv)
{
    int rounds = argc > 1 ? atoi(argv[1]) : 100;
    unsigned *from = calloc(CELLS, sizeof *from);
    unsigned *to = calloc(CELLS, sizeof *to);
    if (!from || !to)
        return 1;
    for (int round = 0; round < rounds; round++) {
        smooth(from, to);
        unsigned *swapped = from;
        from = to;
        to = swapped;
    }
    unsigned sum = 0;
    for (int i = 0; i < CELLS; i++)
        sum = sum * 31 + from[i];
    printf("sweep %u\n", sum);
    free(from);
    free(to);
    return 0;
}
