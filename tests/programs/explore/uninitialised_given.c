//@ paths: 2
// A value that only a function of the library is given: MemorySanitizer sees it at the call, if it looks at arguments.
#include "counterpoint.h"
#include <stdlib.h>

int main(void) {
    int x;
    unsigned seed;
    cp_symbolic(&x, sizeof x, "x");
    if (x > 10)
        seed = 1;
    srandom(seed); //~ BUG uninitialised-read
    return 0;
}
