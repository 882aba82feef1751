// Every character class over all 256 values.
#include <ctype.h>
#include <stdio.h>

#define COUNT(test)                                                                                                    \
    do {                                                                                                               \
        int count = 0, sum = 0;                                                                                        \
        for (int c = 0; c < 256; c++)                                                                                  \
            if (test(c)) {                                                                                             \
                count++;                                                                                               \
                sum += c;                                                                                              \
            }                                                                                                          \
        printf("%s %d %d\n", #test, count, sum);                                                                       \
    } while (0)

int main(void) {
    COUNT(isalpha);
    COUNT(isdigit);
    COUNT(isalnum);
    COUNT(isspace);
    COUNT(isblank);
    COUNT(isupper);
    COUNT(islower);
    COUNT(ispunct);
    COUNT(isprint);
    COUNT(isgraph);
    COUNT(iscntrl);
    COUNT(isxdigit);
    printf("%d\n", isalpha(EOF) != 0);
    return 0;
}
