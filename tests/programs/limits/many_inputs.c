// A hundred thousand inputs, each of which decides something.
#include "counterpoint.h"

static unsigned char bytes[100000];

int main(void) {
    for (int i = 0; i < 100000; i++)
        cp_symbolic(&bytes[i], 1, "byte");
    unsigned count = 0;
    for (int i = 0; i < 100000; i++)
        count += bytes[i] == 7;
    return count == 3;
}
