// Reading integers: bases, signs, prefixes, where reading stopped, and errno at the limits.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

static void show(const char *text, int base) {
    char *end;
    errno = 0;
    long value = strtol(text, &end, base);
    printf("%ld rest [%s] %s\n", value, end, errno == ERANGE ? "range" : errno ? "other" : "ok");
}

int main(void) {
    show("42", 10);
    show("  -17xyz", 10);
    show("+0x1F", 16);
    show("0x1F", 0);
    show("0755", 0);
    show("089", 0);
    show("zz", 36);
    show("1012", 2);
    show("", 10);
    show("  -", 10);
    show("0x", 16);
    show("9223372036854775807", 10);
    show("9223372036854775808", 10);
    show("-9223372036854775808", 10);
    show("-99999999999999999999999", 10);
    return 0;
}
