//@ files: left.c right.c
// Static functions and variables of the same name in three files stay apart.
#include <stdio.h>

int left(void);
int right(void);

static int counter = 1;
static int helper(void) { return counter++; }

int main(void) {
    int a = helper() + left() + right();
    int b = helper() + left() + right();
    printf("%d %d\n", a, b);
    return 0;
}
