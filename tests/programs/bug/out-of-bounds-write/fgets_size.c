//@ stdin: a line that is longer than sixteen characters\n
//@ symbolic-stdin: 20
// fgets believes the size it is told.
#include <stdio.h>

static void read_line(char *buffer) {
    if (!fgets(buffer, 64, stdin)) //~ BUG out-of-bounds-write
        buffer[0] = 0;
}

int main(void) {
    char buffer[16];
    read_line(buffer);
    printf("%s", buffer);
    return 0;
}
