//@ paths: 2
//@ cflags: -m32
// On the heap, and without MemorySanitizer.
#include "counterpoint.h"
#include <stdlib.h>
#include <string.h>

int main(void) {
    int x;
    char *name = malloc(8);
    if (!name)
        return 1;
    cp_symbolic(&x, sizeof x, "x");
    if (x == 3)
        strcpy(name, "three");
    if (name[1] & 1) //~ BUG uninitialised-read
        return 2;
    return 3;
}
