// A freed string handed to the library.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *name = strdup("name");
    if (!name)
        return 1;
    free(name);
    char copy[8];
    strcpy(copy, name); //~ BUG use-after-free
    puts(copy);
    return 0;
}
