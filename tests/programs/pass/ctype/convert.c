// Changing the case of letters and nothing else.
#include <ctype.h>
#include <stdio.h>

int main(void) {
    const char *text = "Hello, World 42! [\\]^_`{|}";
    for (const char *p = text; *p; p++)
        putchar(toupper((unsigned char)*p));
    putchar('\n');
    for (const char *p = text; *p; p++)
        putchar(tolower((unsigned char)*p));
    putchar('\n');
    int changed = 0;
    for (int c = 0; c < 256; c++)
        changed += (toupper(c) != c) + (tolower(c) != c);
    int (*convert)(int) = toupper;
    printf("%d %d %d %c\n", changed, toupper(EOF), tolower(EOF), convert('q'));
    return 0;
}
