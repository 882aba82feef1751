//@ paths: 4
// A program may close its standard error, and write what looks like a sanitizer's report: neither says how it ended.
#include "counterpoint.h"
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(void) {
    int x;
    int *block = malloc(sizeof *block);
    if (!block)
        return 1;
    cp_symbolic(&x, sizeof x, "x");
    cp_assume(x >= 0 && x < 4);
    *block = x;
    fputs("==1==ERROR: AddressSanitizer: SEGV\n    #0 0x1 in main exit_codes_closed.c:17\n", stderr);
    close(2);
    if (x == 0)
        exit(86);
    if (x == 1)
        exit(79);
    free(block);
    if (x == 2)
        return *block; //~ BUG use-after-free
    return 0;
}
