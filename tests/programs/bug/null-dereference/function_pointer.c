//@ native: address
// Calling through an entry of a table that was never filled.
#include <stdio.h>

static void hello(void) { puts("hello"); }

static void (*handlers[3])(void) = {hello, NULL, hello};

int main(void) {
    for (int i = 0; i < 3; i++)
        handlers[i](); //~ BUG null-dereference
    return 0;
}
