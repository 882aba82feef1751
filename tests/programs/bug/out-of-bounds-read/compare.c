// memcmp with a length taken from the other operand.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char expected[] = "a long password";
    char *given = malloc(4);
    if (!given)
        return 1;
    memcpy(given, "a lo", 4);
    int different = memcmp(given, expected, sizeof expected) != 0; //~ BUG out-of-bounds-read
    printf("%d\n", different);
    free(given);
    return 0;
}
