// A callback that returns another one is written behind its declaration; complex numbers have their parts checked.
//@ has: static int run_returns_1_next_(int arg1);
//@ has: double _Complex z = __builtin_complex(
//@ has: CHECK_EQUAL(__real__ result, 
//@ has: CHECK_EQUAL(__imag__ result, 
#include <stddef.h>

typedef int (*step)(int);

int run(step (*next)(int), int from) {
    if (!next)
        return -1;
    step found = next(from);
    if (!found)
        return -2;
    if (found(from) == 77)
        return 1;
    return 0;
}

double _Complex turned(double _Complex z, int times) {
    double _Complex turned = z;
    if (times == 1)
        turned = __builtin_complex(-__imag__ z, __real__ z);
    return turned;
}
