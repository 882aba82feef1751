// No room for the terminator.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *copy(const char *text) {
    size_t length = strlen(text);
    char *result = malloc(length);
    if (!result)
        exit(1);
    for (size_t i = 0; i < length; i++)
        result[i] = text[i];
    result[length] = 0; //~ BUG out-of-bounds-write
    return result;
}

int main(void) {
    char *text = copy("text");
    puts(text);
    free(text);
    return 0;
}
