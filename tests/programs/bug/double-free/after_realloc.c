//@ complete: false
// realloc has already freed the old block. Whether it moves is a matter of the layout.
#include <stdlib.h>

int main(void) {
    int *old = malloc(4 * sizeof *old);
    int *grown = realloc(old, 100000 * sizeof *old);
    if (grown != old)
        free(old); //~ BUG double-free
    free(grown);
    return 0;
}
