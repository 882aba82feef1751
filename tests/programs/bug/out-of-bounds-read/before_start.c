// Trimming blanks from the end runs past the beginning of a blank string.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void trim(char *text) {
    char *end = text + strlen(text);
    while (end[-1] == ' ') //~ BUG out-of-bounds-read
        end--;
    *end = 0;
}

int main(void) {
    const char *inputs[] = {"word  ", "   "};
    for (int i = 0; i < 2; i++) {
        char *copy = strdup(inputs[i]);
        trim(copy);
        printf("[%s]\n", copy);
        free(copy);
    }
    return 0;
}
