// The same block given back twice.
#include <stdlib.h>

int main(void) {
    char *block = malloc(10);
    free(block);
    free(block); //~ BUG double-free
    return 0;
}
