//@ stdin: 12+345*6-78\n
// A tokeniser that pushes one character back.
#include <ctype.h>
#include <stdio.h>

static int number(void) {
    int value = 0, c;
    while (isdigit(c = getchar()))
        value = value * 10 + c - '0';
    ungetc(c, stdin);
    return value;
}

int main(void) {
    int c;
    while ((c = getchar()) != EOF && c != '\n') {
        if (isdigit(c)) {
            ungetc(c, stdin);
            printf("number %d\n", number());
        } else {
            printf("operator %c\n", c);
        }
    }
    ungetc('z', stdin);
    int pushed = getchar(), end = getchar();
    printf("%c %d\n", pushed, end == EOF);
    return 0;
}
