//@ target: assert
// A pointer that a search of the library returns.
#include <string.h>

#include "counterpoint.h"

int main(void) {
    unsigned char x;
    cp_symbolic(&x, sizeof x, "x");
    char t[] = "hello";
    char *e = strchr(t, 'l');
    if (!e || e - t != 2 || e < t)
        cp_assert(x != 7); //~ TARGET unreachable
    return 0;
}
