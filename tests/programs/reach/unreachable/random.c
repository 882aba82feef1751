//@ options: --env-symbolic
// Whatever is drawn, it is in the range that C promises.
#include <stdlib.h>

int drawn(void);

int drawn(void) {
    int number = rand();
    if (number < 0)
        return -1; //~ TARGET unreachable
    return number % 6;
}
