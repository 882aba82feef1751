// Not-a-number is unequal to everything; infinities order as expected.
#include <math.h>
#include <stdio.h>

static void relate(double a, double b) {
    printf("%d%d%d%d%d%d ", a < b, a <= b, a > b, a >= b, a == b, a != b);
}

int main(void) {
    double nan = NAN, inf = INFINITY;
    double points[] = {nan, inf, -inf, 0.0, -0.0, 1.5};
    for (int i = 0; i < 6; i++) {
        for (int j = 0; j < 6; j++)
            relate(points[i], points[j]);
        putchar('\n');
    }
    printf("%d %d %d\n", isnan(nan) != 0, isinf(-inf) != 0, isfinite(1.5) != 0);
    printf("%f %f %d\n", inf, -inf, isnan(inf - inf) != 0);
    printf("%d %d\n", signbit(-0.0) != 0, 0.0 == -0.0);
    printf("%d %d\n", isunordered(nan, 1.0), isless(1.0, 2.0));
    if (!(nan < 1) && !(nan >= 1))
        puts("neither");
    return 0;
}
