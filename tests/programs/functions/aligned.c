// A string may begin anywhere; a number may not.
//@ entry: is_odd
//@ complete: false
//@ stopped: an address is used as a number
//@ dropped: is_odd
#include <stdint.h>

int is_odd(const char *s) {
    return (uintptr_t)s & 1;
}
