// Powers with whole exponents, compared with the compiler's support library bit by bit.
#include "check.h"

#include <limits.h>
#include <math.h>
#include <string.h>

double __powidf2(double, int);
float __powisf2(float, int);
RT(__powidf2);
RT(__powisf2);

static void compare(double base, int exponent) {
    double x = rt___powidf2(base, exponent), y = __powidf2(base, exponent);
    CHECK(memcmp(&x, &y, sizeof x) == 0 || (x != x && y != y), "%a to %d: %a, not %a", base, exponent, x, y);
    float f = rt___powisf2((float)base, exponent), g = __powisf2((float)base, exponent);
    CHECK(memcmp(&f, &g, sizeof f) == 0 || (f != f && g != g), "%a to %d: %a, not %a", base, exponent, f, g);
}

void test_powi(void) {
    // The i386 library computes in more bits than a double has.
    if (sizeof(void *) != 8)
        return;
    static const double bases[] = {0, -0.0, 1, -1, 2, -3, 0.1, 1e-160, 1e160, INFINITY, -INFINITY, NAN};
    static const int exponents[] = {INT_MIN, INT_MIN + 1, -7, -2, -1, 0, 1, 2, 3, 10, 63, 1000, INT_MAX};
    for (unsigned i = 0; i < sizeof bases / sizeof *bases; i++)
        for (unsigned k = 0; k < sizeof exponents / sizeof *exponents; k++)
            compare(bases[i], exponents[k]);
    for (int i = 0; i < 10000; i++)
        compare((pick(2000000) - 1e6) / (1 + pick(1000)), (int)pick(200) - 100);
}
