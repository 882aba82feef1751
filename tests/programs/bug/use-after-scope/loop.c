// Each turn of the loop has its own buffer; the pointers keep pointing to it.
#include <stdio.h>

int main(void) {
    const char *names[3];
    for (int i = 0; i < 3; i++) {
        char name[2] = {(char)('a' + i), 0};
        names[i] = name;
    }
    putchar(names[0][0]); //~ BUG use-after-scope
    return 0;
}
