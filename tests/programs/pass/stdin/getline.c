//@ stdin: first line\n\na much longer line than the one before it, so that the buffer must grow once more and again\nlast
// getline grows its buffer and keeps the newline; getdelim stops elsewhere.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *line = NULL;
    size_t size = 0;
    ssize_t length = getdelim(&line, &size, ' ', stdin);
    printf("%zd [%s]\n", length, line);
    while ((length = getline(&line, &size, stdin)) != -1)
        printf("%zd %d\n", length, line[length - 1] == '\n');
    printf("%d\n", size > 80);
    free(line);
    return 0;
}
