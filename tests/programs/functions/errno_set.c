// What was printed before errno was set has nothing to do with it, and what is set is no question.
//@ entry: digit
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

int digit(char c) {
    char text[2] = {c};
    printf("a number?\n");
    errno = 0;
    long value = strtol(text, NULL, 10);
    if (errno)
        return -2;
    printf("yes\n");
    errno = 0;
    return value > 5;
}
