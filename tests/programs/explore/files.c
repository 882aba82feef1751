// A program's files are what they are, unless they are to be explored.
//@ options: --entry=main --env-symbolic
//@ paths: 4
#include <stdio.h>

int main(void) {
    FILE *file = fopen("settings", "r");
    if (!file)
        return 1;
    int c = fgetc(file);
    if (c == EOF)
        return 2;
    fclose(file);
    return c == '#' ? 3 : 4;
}
