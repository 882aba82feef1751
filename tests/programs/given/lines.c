//@ symbolic-stdin: 4
//@ paths: 31
// 1 + 2 + 4 + 8 + 16: each byte ends a line or doesn't.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *line = NULL;
    size_t room = 0;
    int lines = 0;
    while (getline(&line, &room, stdin) >= 0)
        lines++;
    free(line);
    return lines;
}
