// Functions that take and return function pointers; calls through cast-back pointers.
#include <stdio.h>

typedef int unary(int);

static int twice(int x) { return 2 * x; }
static int square(int x) { return x * x; }
static unary *choose(int flag) { return flag ? twice : square; }
static int compose(unary *f, unary *g, int x) { return f(g(x)); }

int main(void) {
    printf("%d %d\n", choose(1)(21), choose(0)(9));
    printf("%d %d\n", compose(twice, square, 5), compose(square, twice, 5));
    void (*erased)(void) = (void (*)(void))square;
    printf("%d\n", ((unary *)erased)(12));
    unary *chain[] = {twice, square, twice};
    int x = 1;
    for (int i = 0; i < 3; i++)
        x = (*chain[i])(x + 1);
    printf("%d\n", x);
    return 0;
}
