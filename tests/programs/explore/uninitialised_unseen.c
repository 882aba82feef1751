//@ paths: 2
// MemorySanitizer doesn't know that this function of the library looks at the bytes: what comes out depends on what is
// in fresh memory, and that shows.
#include "counterpoint.h"
#include <stdlib.h>
#include <string.h>

int main(void) {
    int x;
    char *digits = malloc(4);
    if (!digits)
        return 1;
    cp_symbolic(&x, sizeof x, "x");
    if (x > 10)
        strcpy(digits, "7");
    digits[3] = 0;
    int number = atoi(digits); //~ BUG uninitialised-read
    free(digits);
    return number & 127;
}
