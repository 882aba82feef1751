// Two files with static functions of the same name: each has tests of its own. `main` doesn't say that it returns.
//@ files: other.c
//@ has: CHECK_EQUAL(result, -1);
//@ has: STANDARD_INPUT("
//@ has: TEST(main_exits_with_0) {
#include <stdio.h>

int other(int n);

static int sign(int n) {
    return n < 0 ? -1 : n > 0;
}

int main(void) {
    int c = getchar();
    if (c == 'x')
        return sign(3) + other(-3);
}
