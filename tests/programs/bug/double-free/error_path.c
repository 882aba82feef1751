// The error path frees what the caller frees again.
#include <stdio.h>
#include <stdlib.h>

static int parse(char *buffer, const char *text) {
    if (text[0] != '{') {
        free(buffer);
        return -1;
    }
    buffer[0] = text[0];
    return 0;
}

int main(void) {
    char *buffer = malloc(16);
    if (!buffer)
        return 1;
    if (parse(buffer, "[]") < 0)
        puts("error");
    free(buffer); //~ BUG double-free
    return 0;
}
