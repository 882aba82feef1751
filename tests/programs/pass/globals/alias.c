// Two names for one function and for one variable.
#include <stdio.h>

int value = 5;
extern int other __attribute__((alias("value")));

int twice(int x) { return 2 * x; }
int again(int x) __attribute__((alias("twice")));

int main(void) {
    other += 1;
    int (*volatile pointer)(int) = again;
    printf("%d %d %d\n", value, again(other), pointer(3));
    printf("%d\n", &value == &other);
    return 0;
}
