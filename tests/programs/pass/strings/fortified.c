//@ cflags: -D_FORTIFY_SOURCE=2
// The checking variants that a fortified build calls instead.
#include <stdio.h>
#include <string.h>

static void fill(char *to, const char *from, size_t size) {
    strncpy(to, from, size - 1);
    to[size - 1] = 0;
    strcat(to, "!");
}

int main(int argc, char **argv) {
    char buffer[32], copy[32];
    (void)argv;
    fill(buffer, "fortified", 8);
    memset(copy, 0, sizeof copy);
    memcpy(copy, buffer, strlen(buffer) + (size_t)argc);
    memmove(copy + 1, copy, strlen(copy) + 1);
    strcpy(buffer, copy);
    stpcpy(buffer + strlen(buffer), "?");
    printf("%s %s\n", buffer, copy);
    snprintf(copy, sizeof copy, "%d %s", argc, "argument");
    sprintf(buffer, "<%s>", copy);
    puts(buffer);
    return 0;
}
