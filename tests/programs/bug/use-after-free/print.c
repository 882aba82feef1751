// A freed string printed by a native function.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *message = strdup("gone");
    if (!message)
        return 1;
    free(message);
    printf("%s\n", message); //~ BUG use-after-free
    return 0;
}
