// An `int` is somewhere at a multiple of its size.
//@ entry: is_odd
//@ paths: 1
#include <stdint.h>

int is_odd(const int *p) {
    return (uintptr_t)p & 3;
}
