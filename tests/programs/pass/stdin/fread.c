//@ stdin: ABCDEFGHIJKLMNOPQRSTUVWXYZ
// Blocks from standard input, mixed with single characters.
#include <stdio.h>

int main(void) {
    char block[8];
    size_t got = fread(block, 1, 5, stdin);
    printf("%zu %.*s\n", got, (int)got, block);
    int first = fgetc(stdin), second = getc(stdin);
    printf("%c%c\n", first, second);
    got = fread(block, 4, 2, stdin);
    printf("%zu %.8s\n", got, block);
    got = fread(block, 3, 2, stdin);
    printf("%zu %.6s\n", got, block);
    got = fread(block, 4, 2, stdin);
    printf("%zu %.4s\n", got, block);
    printf("%d %d\n", feof(stdin) != 0, ferror(stdin) != 0);
    return 0;
}
