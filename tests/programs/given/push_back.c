//@ symbolic-stdin: 2
//@ paths: 5
#include <stdio.h>

int main(void) {
    int first = getchar();
    if (first == EOF)
        return feof(stdin) ? 1 : 100;
    ungetc(first, stdin);
    char bytes[2];
    size_t count = fread(bytes, 1, 2, stdin);
    if (bytes[0] != (char)first)
        return 100;
    if (count == 2 && bytes[1] == bytes[0])
        return 5;
    if (count == 1 && bytes[0] == '!')
        return 4;
    return (int)count;
}
