// A function that may not return.
//@ entry: check
//@ paths: 2
#include <stdlib.h>

void check(int code) {
    if (code)
        exit(3);
}
