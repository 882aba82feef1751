// Some inputs make it run for ever, here and natively.
#include "counterpoint.h"

int main(void) {
    unsigned x;
    cp_symbolic(&x, sizeof x, "x");
    if (x == 3)
        for (volatile int i = 0;; i = !i) {
        }
    return x > 100;
}
