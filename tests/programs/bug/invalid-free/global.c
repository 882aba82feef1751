// realloc of a global buffer.
#include <stdlib.h>

static char initial[16];
static char *buffer = initial;

int main(void) {
    buffer = realloc(buffer, 32); //~ BUG invalid-free
    return buffer == NULL;
}
