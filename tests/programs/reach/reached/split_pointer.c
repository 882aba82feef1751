// A pointer that is given in two halves and put together again: where it points to, neither of them says.
#include <stdint.h>

#include "counterpoint.h"

static void settle(uint32_t high, uint32_t low, int x) {
    if (x == 77) {
        int *place = (int *)(uintptr_t)((uint64_t)high << 32 | low);
        *place = 3;
    }
}

int main(void) {
    unsigned char x;
    cp_symbolic(&x, 1, "x");
    int v = 1;
    uint64_t all = (uintptr_t)&v;
    settle((uint32_t)(all >> 32), (uint32_t)all, x);
    if (v == 3)
        return 7; //~ TARGET reached
    return 0;
}
