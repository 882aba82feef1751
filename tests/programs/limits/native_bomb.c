// Only natively it takes much memory: here, the pages of a block are shared until they are written, and so they stay.
#include "counterpoint.h"
#include <stdlib.h>

int main(void) {
    unsigned x;
    cp_symbolic(&x, sizeof x, "x");
    int elements[3] = {0};
    if (x == 3)
        for (int i = 0; i < 1000; i++) {
            char *block = calloc(1 << 20, 1);
            if (!block || block[i])
                return 2;
        }
    return elements[x];
}
