//@ args: one two -x --long=3
// The arguments in order, and the null pointer after the last.
#include <stdio.h>

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++)
        printf("%s%c", argv[i], i + 1 < argc ? ' ' : '\n');
    printf("%d %d\n", argc, argv[argc] == NULL);
    return 0;
}
