// Enumerators as constants, flags and switch labels.
#include <stdio.h>

enum colour { RED, GREEN = 5, BLUE, LAST = BLUE };
enum { READ = 1, WRITE = 2, EXECUTE = 4 };
enum sign { MINUS = -1, NONE, PLUS };

static const char *name(enum colour colour) {
    switch (colour) {
    case RED: return "red";
    case GREEN: return "green";
    case BLUE: return "blue";
    }
    return "?";
}

int main(void) {
    printf("%s %s %s %d\n", name(RED), name(GREEN), name(BLUE), LAST);
    unsigned mode = READ | EXECUTE;
    mode &= ~(unsigned)READ;
    mode ^= WRITE;
    printf("%u\n", mode);
    int product = 1;
    for (enum sign sign = MINUS; sign <= PLUS; sign++)
        product = product * 3 + sign;
    printf("%d\n", product);
    return 0;
}
