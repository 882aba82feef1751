// Pointer differences count elements, also negative ones.
#include <stddef.h>
#include <stdio.h>

struct triple {
    char bytes[3];
};

int main(void) {
    struct triple items[10];
    struct triple *low = &items[2], *high = &items[9];
    ptrdiff_t up = high - low, down = low - high;
    printf("%td %td %td\n", up, down, (char *)high - (char *)low);
    long long wide[4];
    printf("%td\n", &wide[3] - &wide[0]);
    int grid[3][5];
    printf("%td %td\n", &grid[2][1] - &grid[0][0], &grid[2] - &grid[0]);
    const char *text = "key=value";
    const char *p = text;
    while (*p != '=')
        p++;
    printf("%.*s %s\n", (int)(p - text), text, p + 1);
    return 0;
}
