// The old names of strings.h.
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <strings.h>

int main(void) {
    char buffer[8] = "abcdefg";
    bcopy(buffer, buffer + 1, 4);
    puts(buffer);
    bzero(buffer + 2, 2);
    printf("%s %d %c\n", buffer, buffer[3], buffer[4]);
    printf("%d %d\n", bcmp("same", "same", 4) == 0, bcmp("same", "sane", 4) == 0);
    printf("%s %s\n", index("key=value=x", '='), rindex("key=value=x", '='));
    printf("%d %d %d\n", ffs(0), ffs(48), ffsll(1LL << 40));
    char copy[8];
    size_t needed = strxfrm(copy, "word", sizeof copy);
    printf("%zu %s\n", needed, copy);
    return 0;
}
