// A pointer is still one after its lowest bits were shifted out and back in, and what is written through it is written.
#include <stdint.h>

#include "counterpoint.h"

static void settle(uintptr_t marked, int x) {
    if (x == 77) {
        int *place = (int *)((marked >> 2) << 2);
        *place = 3;
    }
}

int main(void) {
    unsigned char x;
    cp_symbolic(&x, 1, "x");
    int v = 1;
    settle((uintptr_t)&v | 1, x);
    if (v == 3)
        return 7; //~ TARGET reached
    return 0;
}
