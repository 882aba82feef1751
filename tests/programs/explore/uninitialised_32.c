//@ paths: 3
//@ cflags: -m32
// There is no MemorySanitizer for 32 bits.
#include "counterpoint.h"

int main(void) {
    int x, value;
    cp_symbolic(&x, sizeof x, "x");
    if (x > 10)
        value = x;
    if (value > 20) //~ BUG uninitialised-read
        return 1;
    return 2;
}
