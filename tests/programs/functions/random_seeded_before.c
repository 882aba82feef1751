//@ entry: flip
//@ complete: false
//@ stopped: environment
// A caller may have called `srand`: what the first number is says nothing of all of them.
#include <stdlib.h>

int flip(void) {
    if (rand() % 2)
        return 1;
    return 2;
}
