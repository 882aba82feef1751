// What is taken for the C library's must be the C library's.
//@ entry: power
//@ link: linked/pow.a
//@ error: what is linked defines `pow`, which is taken for the C library's
#include <math.h>

int power(double x) {
    return pow(x, 2) > 4;
}
