// Files that are called differently are different.
//@ entry: same
//@ paths: 8
#include <stdio.h>

int same(void) {
    FILE *one = fopen("one", "r");
    if (!one)
        return -1;
    int first = fgetc(one);
    fclose(one);
    FILE *two = fopen("two", "r");
    if (!two)
        return -2;
    int second = fgetc(two);
    fclose(two);
    if (first == second)
        return 1;
    return 0;
}
