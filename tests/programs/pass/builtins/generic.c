// _Generic chooses by type, typeof and alignof ask about it.
#include <stdio.h>

#define NAME(x)                                                                                                        \
    _Generic((x), int: "int", unsigned: "unsigned", double: "double", float: "float", char *: "string", default: "other")

int main(void) {
    char text[] = "t";
    unsigned char small = 1;
    puts(NAME(1));
    puts(NAME(1u));
    puts(NAME(1.0));
    puts(NAME(1.0f));
    puts(NAME(text));
    puts(NAME(small));
    puts(NAME(small + small));
    __typeof__(text[0]) letter = 'x';
    _Static_assert(sizeof letter == 1, "a char");
    printf("%zu %zu\n", sizeof(letter), _Alignof(double));
    return 0;
}
