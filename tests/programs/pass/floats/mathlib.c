// Library functions whose results are exact or correctly rounded everywhere.
#include <math.h>
#include <stdio.h>

int main(void) {
    printf("%.17g %.17g\n", sqrt(2.0), sqrt(1e300));
    printf("%g %g %g\n", fabs(-3.5), fmin(1.0, -2.0), fmax(NAN, 4.0));
    printf("%g %g\n", copysign(3.0, -0.0), fma(2.0, 3.0, 4.0));
    printf("%g %g\n", ldexp(0.75, 5), scalbn(1.0, -3));
    int exponent;
    double fraction = frexp(48.0, &exponent);
    printf("%g %d\n", fraction, exponent);
    printf("%g %g %g\n", pow(2.0, 10.0), pow(9.0, 0.5), hypot(3.0, 4.0));
    printf("%.6f %.6f %.6f\n", sin(1.0), cos(1.0), atan2(1.0, -1.0));
    printf("%.6f %.6f\n", exp(1.0), log(10.0));
    printf("%g\n", (double)sqrtf(6.25f));
    return 0;
}
