//@ stdin: one two\n\nthree  four five\nsix
// Counting lines, words and characters from standard input.
#include <ctype.h>
#include <stdio.h>

int main(void) {
    int lines = 0, words = 0, characters = 0, in_word = 0, c;
    while ((c = getchar()) != EOF) {
        characters++;
        lines += c == '\n';
        if (isspace(c)) {
            in_word = 0;
        } else if (!in_word) {
            in_word = 1;
            words++;
        }
    }
    printf("%d %d %d\n", lines, words, characters);
    printf("%d %d\n", feof(stdin) != 0, getchar() == EOF);
    return 0;
}
