//@ exit: 44
// exit ends the program from any depth; only the low eight bits of the code remain.
#include <stdio.h>
#include <stdlib.h>

static void bye(void) { puts("bye"); }

static int descend(int depth) {
    if (depth == 0)
        exit(300);
    return descend(depth - 1) + 1;
}

int main(void) {
    atexit(bye);
    printf("%d\n", descend(5));
    return 0;
}
