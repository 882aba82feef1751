// Output may fail, which errno says, although it didn't here.
//@ entry: failed
//@ complete: false
//@ stopped: `fflush`
#include <errno.h>
#include <stdio.h>

int failed(void) {
    errno = 0;
    printf("x");
    fflush(stdout);
    return errno != 0;
}
