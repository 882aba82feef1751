// Unsigned reading negates modulo the width, and saturates with ERANGE.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

static void show(const char *text) {
    char *end;
    errno = 0;
    unsigned long long value = strtoull(text, &end, 10);
    printf("%llu [%s] %d\n", value, end, errno == ERANGE);
}

int main(void) {
    show("18446744073709551615");
    show("18446744073709551616");
    show("-1");
    show("-18446744073709551616");
    show("12 34");
    printf("%lu %lu\n", strtoul("ffff", NULL, 16), strtoul("777", NULL, 8));
    printf("%d %ld %lld\n", atoi(" -12abc"), atol("99999999999"), atoll("-9000000000000000000"));
    printf("%d %d\n", atoi(""), atoi("+7"));
    return 0;
}
