// Comparison is by unsigned bytes; only the sign of the result counts.
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <strings.h>

static int sign(int n) { return (n > 0) - (n < 0); }

int main(void) {
    const char *words[] = {"", "a", "ab", "b", "\xff", "AB"};
    for (int i = 0; i < 6; i++) {
        for (int j = 0; j < 6; j++)
            printf("%2d%2d ", sign(strcmp(words[i], words[j])), sign(strcasecmp(words[i], words[j])));
        putchar('\n');
    }
    printf("%d %d\n", strncmp("abcX", "abcY", 3), sign(strncmp("abcX", "abcY", 4)));
    printf("%d %d\n", strncasecmp("HELLO world", "hello WORM", 8), sign(strncasecmp("a", "B", 5)));
    printf("%d %d\n", sign(memcmp("a\0c", "a\0d", 3)), memcmp("same", "sand", 2));
    printf("%d\n", sign(strcoll("apple", "banana")));
    return 0;
}
