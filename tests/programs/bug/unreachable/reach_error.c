// The error function of the software verification competition.
#include <assert.h>

void reach_error(void) { assert(0); }

static void check(int condition) {
    if (!condition)
        reach_error(); //~ BUG unreachable
}

int main(void) {
    int sum = 0;
    for (int i = 1; i <= 10; i++)
        sum += i;
    check(sum == 55);
    check(sum % 2 == 0);
    return 0;
}
