//@ cflags: -fno-sanitize=shift-base
//@ paths: 1
// What a user doesn't want checked isn't, neither here nor natively.
#include "counterpoint.h"

int main(void) {
    signed char n;
    cp_symbolic(&n, sizeof n, "n");
    return (n << 4) & 1;
}
