// Blocks of bytes: overlapping moves, fills, and copies that stop.
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

int main(void) {
    char text[] = "0123456789";
    memmove(text + 2, text, 5);
    puts(text);
    memmove(text, text + 3, 6);
    puts(text);
    memset(text + 1, '-', 3);
    puts(text);
    char copy[12] = {0};
    char *end = mempcpy(copy, "abc", 3);
    *end++ = '+';
    memcpy(end, text, 4);
    puts(copy);
    char stop[12] = "...........";
    char *after = memccpy(stop, "key=value", '=', 9);
    printf("%s %td\n", stop, after - stop);
    printf("%d\n", memccpy(stop, "abc", 'z', 3) == NULL);
    int words[4];
    memset(words, 0xff, sizeof words);
    printf("%d %d\n", words[0], memcmp(words, words + 2, 8));
    return 0;
}
