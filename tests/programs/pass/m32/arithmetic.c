//@ cflags: -m32
//@ exit: 42
// 32-bit code: long and pointers are four bytes, long long is still eight. The exit code
// tells, since 32-bit programs cannot call the native printf.
#include <stdint.h>

static long long multiply(long a, long b) { return (long long)a * b; }

int main(void) {
    int failures = 0;
    failures += sizeof(long) != 4;
    failures += sizeof(void *) != 4;
    failures += multiply(100000, 100000) != 10000000000LL;
    failures += (unsigned long)-1 != 4294967295u;
    uint64_t wide = 0x123456789abcdefu;
    failures += wide / 1000003 != 81985283260u;
    failures += wide % 1000003 != 637115;
    failures += (uint32_t)(wide >> 28) != 0x12345678u;
    return failures ? failures : 42;
}
