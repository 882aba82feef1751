// A null string handed to the library.
#include <stdio.h>
#include <string.h>

static const char *lookup(int key) { return key == 1 ? "one" : NULL; }

int main(void) {
    size_t total = 0;
    for (int key = 1; key <= 2; key++) {
        const char *text = lookup(key);
        total += strlen(text); //~ BUG null-argument
    }
    printf("%zu\n", total);
    return 0;
}
