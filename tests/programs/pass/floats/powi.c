// Powers with whole exponents: __builtin_powi, with exponents known and unknown to the compiler. What it
// knows in full it computes itself, rounded differently.
#include <limits.h>
#include <stdio.h>

static volatile double base = 1.1, negative = -3;
static volatile float small = 0.7f;

static double power(double x, int exponent) { return __builtin_powi(x, exponent); }

static float power_of_float(float x, int exponent) { return __builtin_powif(x, exponent); }

int main(void) {
    static const int exponents[] = {0, 1, 2, 3, 7, 10, 100, -1, -2, -5, 5000, -5000, INT_MIN};
    for (unsigned i = 0; i < sizeof exponents / sizeof *exponents; i++)
        printf("%d: %a %a %a\n", exponents[i], power(base, exponents[i]), power(negative, exponents[i]),
               power_of_float(small, exponents[i]));
    double x = base;
    printf("%a %a %a\n", __builtin_powi(x, 3), __builtin_powi(x, -3), __builtin_powi(x, 0));
    return 0;
}
