// Measuring and copying strings.
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

int main(void) {
    char buffer[16];
    printf("%zu %zu %zu %zu\n", strlen(""), strlen("abc"), strnlen("abcdef", 4), strnlen("ab", 4));
    printf("%s\n", strcpy(buffer, "copy"));
    memset(buffer, '#', sizeof buffer);
    strncpy(buffer, "short", 8);
    printf("%s %d %d %c\n", buffer, buffer[6], buffer[7], buffer[8]);
    strncpy(buffer, "too long for it", 4);
    printf("%.5s\n", buffer);
    char *end = stpcpy(stpcpy(buffer, "one"), "two");
    printf("%s %td\n", buffer, end - buffer);
    end = stpncpy(buffer, "xy", 5);
    printf("%s %td %d\n", buffer, end - buffer, buffer[4]);
    return 0;
}
