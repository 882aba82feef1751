//@ paths: 3
//@ complete: true
// Whatever is added to a null pointer, it is one bug: not a path for every index, but one below zero, and one above.
#include <stddef.h>

#include "counterpoint.h"

int main(void) {
    int i, here[4] = {0}, *p = NULL;
    cp_symbolic(&i, sizeof i, "i");
    if (i >= 0 && i < 4)
        p = here;
    return p[i]; //~ BUG null-dereference
}
