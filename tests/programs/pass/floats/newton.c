// Iterating until a fixed point, and a numerical integral.
#include <math.h>
#include <stdio.h>

static double cube_root(double a) {
    double x = a, previous;
    do {
        previous = x;
        x = (2 * x + a / (x * x)) / 3;
    } while (fabs(x - previous) > 1e-14 * fabs(x));
    return x;
}

static double integrate(double (*f)(double), double from, double to, int steps) {
    double width = (to - from) / steps, sum = (f(from) + f(to)) / 2;
    for (int i = 1; i < steps; i++)
        sum += f(from + i * width);
    return sum * width;
}

static double square(double x) { return x * x; }

int main(void) {
    printf("%.12f %.12f\n", cube_root(27.0), cube_root(2.0));
    printf("%.6f\n", integrate(square, 0.0, 3.0, 1000));
    return 0;
}
