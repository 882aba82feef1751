// An address in a number is different in every build: no test expects it.
//@ has: TEST(tagged_returns) {
//@ says: an address is used as a number
#include <stdint.h>

uintptr_t tagged(int *p) {
    return p ? (uintptr_t)p | 1 : 0;
}
