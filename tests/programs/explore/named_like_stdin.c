//@ symbolic-stdin: 1
// Inputs that the program names like those which it has anyway.
#include <assert.h>
#include <stdio.h>

#include "counterpoint.h"

int main(void) {
    unsigned char a, b;
    cp_symbolic(&a, 1, "stdin");
    cp_symbolic(&b, 1, "argv[1]");
    int c = getchar();
    assert(!(a == 1 && b == 2 && c == 3)); //~ BUG assertion-failure
    return 0;
}
