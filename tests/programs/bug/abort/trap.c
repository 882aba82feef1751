// __builtin_trap stops the program as abort does.
#include <stdio.h>

static void check(int ok) {
    if (!ok)
        __builtin_trap(); //~ BUG abort
}

int main(void) {
    check(1);
    puts("once");
    check(0);
    return 0;
}
