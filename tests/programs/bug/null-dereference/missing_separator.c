//@ stdin: name=value\nbroken\n
//@ symbolic-stdin: 3
// strchr finds nothing, and its result is used all the same.
#include <stdio.h>
#include <string.h>

int main(void) {
    char line[64];
    while (fgets(line, sizeof line, stdin)) {
        char *separator = strchr(line, '=');
        *separator = 0; //~ BUG null-dereference
        printf("%s -> %s", line, separator + 1);
    }
    return 0;
}
