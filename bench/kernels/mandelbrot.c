// Floating point: how many points of a grid over the Mandelbrot set do not escape.
#include <stdio.h>
#include <stdlib.h>

enum { LIMIT = 100 };

static int escape_time(double cr, double ci)
{
    double zr = 0, zi = 0;
    int n = 0;
    while (n < LIMIT && zr * zr + zi * zi <= 4.0) {
        double next = zr * zr - zi * zi + cr;
        zi = 2.0 * zr * zi + ci;
        zr = next;
        n++;
    }
    return n;
}

int main(int argc, char **argv)
{
    int size = argc > 1 ? atoi(argv[1]) : 220;
    long inside = 0, total = 0;
    for (int y = 0; y < size; y++)
        for (int x = 0; x < size; x++) {
            int n = escape_time(3.0 * x / size - 2.0, 2.0 * y / size - 1.0);
            total += n;
            inside += n == LIMIT;
        }
    printf("mandelbrot %ld %ld\n", inside, total);
    return 0;
}
