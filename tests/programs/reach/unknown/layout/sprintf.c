//@ target: assert
//@ why: an address is used as a number
// The text of an address.
#include <stdio.h>
#include <stdlib.h>

#include "counterpoint.h"

int main(void) {
    unsigned char x;
    cp_symbolic(&x, sizeof x, "x");
    char t[32];
    int *p = malloc(4);
    sprintf(t, "%p", (void *)p);
    if (t[2] != '2')
        cp_assert(x != 7); //~ TARGET unknown
    return 0;
}
