//@ check: leaks
// The only pointer to a block is overwritten.
#include <stdio.h>
#include <stdlib.h>

static char *slot;

static void store(int byte) {
    slot = malloc(16); //~ BUG memory-leak
    if (slot)
        slot[0] = (char)byte;
}

int main(void) {
    store('a');
    store('b');
    printf("%c\n", slot[0]);
    free(slot);
    slot = NULL;
    return 0;
}
