//@ options: --max-runs=3
//@ why: the limit of 3 runs
// There is a way, but not so soon.
#include "counterpoint.h"

static int count(const unsigned char *bytes, int length) {
    int zeros = 0;
    for (int i = 0; i < length; i++) {
        if (bytes[i] == 0)
            zeros++;
    }
    return zeros;
}

int main(void) {
    unsigned char bytes[16];
    cp_symbolic(bytes, sizeof bytes, "bytes");
    if (count(bytes, sizeof bytes) == 9)
        return 1; //~ TARGET unknown
    return 0;
}
