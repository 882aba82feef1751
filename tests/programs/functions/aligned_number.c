// An `int` may be in a packed struct: nothing is known of its address.
//@ entry: is_odd
//@ complete: false
//@ stopped: an address is used as a number
#include <stdint.h>

int is_odd(const int *p) {
    return (uintptr_t)p & 3;
}
