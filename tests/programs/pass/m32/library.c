//@ cflags: -m32
//@ stdin: 17 4\n
//@ exit: 42
// 32-bit code and our own C library: sorting, searching, numbers, tokens and standard input.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int ascending(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

int main(void) {
    int values[] = {9, 3, 7, 1, 5}, key = 7;
    qsort(values, 5, sizeof *values, ascending);
    int *found = bsearch(&key, values, 5, sizeof *values, ascending);
    if (!found || found - values != 3)
        return 1;
    if (strtoll("-5000000000", NULL, 10) != -5000000000LL || strtol("99999999999", NULL, 10) != 2147483647L)
        return 2;
    char line[] = "a,b,c";
    int fields = 0;
    for (char *field = strtok(line, ","); field; field = strtok(NULL, ","))
        fields++;
    ldiv_t parts = ldiv(17, 5);
    if (fields != 3 || parts.quot != 3 || parts.rem != 2)
        return 3;
    int a, b;
    if (scanf("%d %d", &a, &b) != 2)
        return 4;
    return a * 2 + b * 2;
}
