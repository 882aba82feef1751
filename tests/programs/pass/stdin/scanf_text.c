//@ stdin: hello world 123abc key=value;rest\n   tail
// scanf of words, characters, sets, widths, suppression and %n.
#include <stdio.h>

int main(void) {
    char word[20], set[20], c[4] = {0};
    int n = scanf("%19s", word);
    printf("%d [%s]\n", n, word);
    n = scanf(" %3c", c);
    printf("%d [%s]\n", n, c);
    n = scanf("%*s %2[0-9]%19[^ ]", word, set);
    printf("%d [%s] [%s]\n", n, word, set);
    int at = -1;
    n = scanf(" %19[a-z]=%19[^;]%n", word, set, &at);
    printf("%d [%s] [%s] %d\n", n, word, set, at);
    n = scanf("%*c%19s%19s", word, set);
    printf("%d [%s] [%s]\n", n, word, set);
    return 0;
}
