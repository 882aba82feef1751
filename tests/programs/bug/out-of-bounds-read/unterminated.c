// strncpy leaves no terminator when the source is too long.
#include <stdio.h>
#include <string.h>

int main(void) {
    char name[8];
    strncpy(name, "counterpoint", sizeof name);
    printf("%zu\n", strlen(name)); //~ BUG out-of-bounds-read
    return 0;
}
