// 4 to the power of 64 paths.
#include "counterpoint.h"

int main(void) {
    unsigned char bytes[64];
    cp_symbolic(bytes, sizeof bytes, "bytes");
    unsigned n = 0;
    for (int i = 0; i < 64; i++) {
        if (bytes[i] == 1)
            n++;
        else if (bytes[i] > 99)
            n += 2;
        else if (bytes[i] == 'x')
            n ^= 5;
    }
    return n == 77;
}
