// Tentative definitions of one variable are one variable.
#include <stdio.h>

int shared;
int shared;
static int table[3];
static int table[3];
extern int later;

static int read_later(void) { return later; }

int later = 8;

int main(void) {
    shared += 2;
    table[1] = 3;
    printf("%d %d %d %d\n", shared, table[0], table[1], read_later());
    return 0;
}
