// Reading a block after it was given back.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *value = malloc(sizeof *value);
    if (!value)
        return 1;
    *value = 7;
    free(value);
    printf("%d\n", *value); //~ BUG use-after-free
    return 0;
}
