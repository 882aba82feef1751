// Finding characters, sets of characters and substrings.
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <strings.h>

static void at(const char *text, const char *found) {
    if (found)
        printf("%td ", found - text);
    else
        printf("- ");
}

int main(void) {
    const char *text = "the cat sat on the mat";
    at(text, strchr(text, 'a'));
    at(text, strrchr(text, 'a'));
    at(text, strchr(text, 0));
    at(text, strchr(text, 'z'));
    at(text, strchrnul(text, 'z'));
    at(text, strstr(text, "the m"));
    at(text, strstr(text, ""));
    at(text, strstr(text, "dog"));
    at(text, strcasestr(text, "SAT"));
    at(text, strpbrk(text, "nos"));
    at(text, memchr(text, 'm', 22));
    at(text, memchr(text, 'm', 5));
    at(text, memrchr(text, 't', 10));
    at(text, memmem(text, 22, "on", 2));
    at(text, index(text, 'c'));
    printf("\n%zu %zu %zu\n", strspn(text, "eht "), strcspn(text, "sm"), strcspn("abc", "xyz"));
    return 0;
}
