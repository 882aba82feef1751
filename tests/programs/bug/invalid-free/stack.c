// Freeing what was never allocated.
#include <stdlib.h>

static void release(char *buffer) {
    free(buffer); //~ BUG invalid-free
}

int main(void) {
    char buffer[8];
    buffer[0] = 0;
    release(buffer);
    return 0;
}
