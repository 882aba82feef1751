// Designated initialisers for arrays and structures, ranges included.
#include <stdio.h>

struct point {
    int x, y;
    const char *label;
};

int main(void) {
    int sparse[10] = {[3] = 30, 31, [7] = 70, [0] = -1};
    for (int i = 0; i < 10; i++)
        printf("%d ", sparse[i]);
    putchar('\n');
    int ranges[8] = {[1 ... 3] = 5, [6 ... 7] = 9};
    for (int i = 0; i < 8; i++)
        printf("%d ", ranges[i]);
    putchar('\n');
    struct point points[] = {[1] = {.y = 2, .label = "b"}, [0].x = 1};
    printf("%zu %d %d %d %d %s %d\n", sizeof points / sizeof *points, points[0].x, points[0].y, points[1].x,
           points[1].y, points[1].label, points[0].label == NULL);
    return 0;
}
