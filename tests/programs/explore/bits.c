//@ paths: 256
//@ complete: true
// Eight independent bits: 2^8 paths, although there are only nine exit codes.
#include "counterpoint.h"

int main(void) {
    unsigned char x;
    int ones = 0;
    cp_symbolic(&x, sizeof x, "x");
    for (int i = 0; i < 8; i++) {
        if (x >> i & 1)
            ones++;
    }
    return ones;
}
