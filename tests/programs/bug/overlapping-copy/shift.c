// memcpy where memmove is needed.
#include <stdio.h>
#include <string.h>

static void insert(char *text, size_t length, char c) {
    memcpy(text + 1, text, length + 1); //~ BUG overlapping-copy
    text[0] = c;
}

int main(void) {
    char text[16] = "ello";
    insert(text, 4, 'h');
    puts(text);
    return 0;
}
