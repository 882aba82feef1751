// The files that a function opens are said before it is called, in their order.
//@ has: FILE_CONTENTS("#");
//@ has: FILE_MISSING();
//@ has: FILE_CONTENTS("");
//@ says: copied
//@ says: 8/8
#include <stdio.h>

int copied(const char *from, const char *to) {
    FILE *source = fopen(from, "r");
    if (!source)
        return -1;
    FILE *target = fopen(to, "w");
    if (!target) {
        fclose(source);
        return -2;
    }
    int c = fgetc(source);
    int result = c == '#' ? 0 : 1;
    if (result)
        fputc(c, target);
    fclose(source);
    fclose(target);
    return result;
}
