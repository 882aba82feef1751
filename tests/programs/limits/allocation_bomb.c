// Some inputs take all the memory there is, and write to it.
#include "counterpoint.h"
#include <stdlib.h>
#include <string.h>

int main(void) {
    unsigned x;
    cp_symbolic(&x, sizeof x, "x");
    if (x == 3) {
        for (;;) {
            char *block = malloc(1 << 20);
            if (!block)
                return 2;
            memset(block, 1, 1 << 20);
        }
    }
    return x > 100;
}
