// The functions that round, on both sides of zero and at the halves.
#include <math.h>
#include <stdio.h>

int main(void) {
    double points[] = {-2.5, -1.5, -0.5, -0.2, 0.5, 1.4999, 2.5, 3.5, 1e17};
    for (unsigned i = 0; i < sizeof points / sizeof *points; i++) {
        double x = points[i];
        printf("%g: %g %g %g %g %g %ld\n", x, floor(x), ceil(x), trunc(x), round(x), rint(x), lround(x));
    }
    float f = -7.75f;
    printf("%g %g %g\n", (double)floorf(f), (double)ceilf(f), (double)truncf(f));
    double whole;
    double part = modf(-3.25, &whole);
    printf("%g %g %g\n", whole, part, fmod(-7.5, 2.0));
    return 0;
}
