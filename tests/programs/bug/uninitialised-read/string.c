//@ native: memory
// The length of a buffer that holds no string yet.
#include <stdio.h>
#include <string.h>

int main(void) {
    char text[16];
    text[0] = 'a';
    size_t length = strlen(text); //~ BUG uninitialised-read
    printf("%d\n", length > 3);
    return 0;
}
