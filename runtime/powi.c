// Powers with whole exponents, as the compiler's support library has them: what __builtin_powi calls.
#include "cp_runtime.h"

// The product of the squares that the exponent's bits choose.
#define POWER(base, exponent) \
    __typeof__(base) square = base, product = 1; \
    unsigned rest = exponent < 0 ? 0u - (unsigned)exponent : (unsigned)exponent; \
    while (rest != 0) { \
        if (rest % 2 != 0) \
            product *= square; \
        rest /= 2; \
        if (rest != 0) \
            square *= square; \
    } \
    return exponent < 0 ? 1 / product : product

double __powidf2(double base, int exponent) {
    POWER(base, exponent);
}

float __powisf2(float base, int exponent) {
    POWER(base, exponent);
}
