// A 64-bit flag built from a 32-bit one.
#include <stdint.h>
#include <stdio.h>

int main(void) {
    uint64_t flags = 0;
    for (int i = 0; i < 64; i += 16)
        flags |= 1u << i; //~ BUG bad-shift
    printf("%llu\n", (unsigned long long)flags);
    return 0;
}
