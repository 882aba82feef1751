// The size of the pointer instead of the size of the structure.
#include <stdio.h>
#include <stdlib.h>

struct point {
    double x, y;
};

int main(void) {
    struct point *point = malloc(sizeof(point));
    if (!point)
        return 1;
    point->x = 1;
    point->y = 2; //~ BUG out-of-bounds-write
    printf("%g\n", point->x);
    free(point);
    return 0;
}
