//@ exit: 3
// Handlers run in reverse order of registration, also those registered late.
#include <stdio.h>
#include <stdlib.h>

static void first(void) { puts("first"); }
static void late(void) { puts("late"); }
static void second(void) {
    puts("second");
    atexit(late);
}
static void third(void) { puts("third"); }

int main(void) {
    atexit(first);
    atexit(second);
    atexit(third);
    atexit(first);
    puts("main");
    return 3;
}
