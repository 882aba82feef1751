// A thread-local variable of the only thread is a variable.
#include <stdio.h>

static _Thread_local int counter = 7;
static __thread char buffer[8];

static int *address(void) { return &counter; }

int main(void) {
    counter++;
    *address() += 10;
    buffer[0] = 'x';
    printf("%d %s %d\n", counter, buffer, address() == &counter);
    return 0;
}
