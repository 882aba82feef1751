//@ exit: 9
// _Exit runs no handlers at all.
#include <stdio.h>
#include <stdlib.h>

static void never(void) { puts("never"); }

int main(void) {
    atexit(never);
    puts("last words");
    fflush(stdout);
    _Exit(9);
}
