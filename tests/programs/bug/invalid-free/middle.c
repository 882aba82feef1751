// The pointer was moved on before it was freed.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *text = strdup("  indented");
    if (!text)
        return 1;
    while (*text == ' ')
        text++;
    puts(text);
    free(text); //~ BUG invalid-free
    return 0;
}
