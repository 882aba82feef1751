//@ paths: 4
//@ complete: true
// An address before null is as much a null pointer's as one behind it.
#include <stddef.h>

#include "counterpoint.h"

int main(void) {
    unsigned char n;
    char text[] = "text", *p = text + 2;
    cp_symbolic(&n, sizeof n, "n");
    if (n & 1)
        p = NULL;
    if (n & 2)
        return p[-2]; //~ BUG null-dereference
    return p[-1]; //~ BUG null-dereference
}
