//@ stdin: 3 4 6
//@ symbolic-stdin: 5
// A property of the input that does not hold.
#include <assert.h>
#include <stdio.h>

int main(void) {
    int a, b, c;
    if (scanf("%d %d %d", &a, &b, &c) != 3)
        return 1;
    assert(a * a + b * b == c * c && "right angle"); //~ BUG assertion-failure
    puts("right");
    return 0;
}
