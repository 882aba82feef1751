//@ files: text.c
// A program may define a function of the C library itself; its own is used everywhere.
#include <stdio.h>

int isupper(int c) { return c == 'q'; }
int shouting(const char *text);

int main(void) {
    printf("%d %d\n", shouting("QUIET"), shouting("quit"));
    return 0;
}
