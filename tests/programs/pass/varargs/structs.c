// Structures through an ellipsis: in registers, in memory, and mixed.
#include <stdarg.h>
#include <stdio.h>

struct small {
    int a, b;
};
struct real {
    double x;
    int n;
};
struct large {
    long numbers[4];
};

static void show(const char *kinds, ...) {
    va_list list;
    va_start(list, kinds);
    for (; *kinds; kinds++) {
        if (*kinds == 's') {
            struct small v = va_arg(list, struct small);
            printf("{%d,%d} ", v.a, v.b);
        } else if (*kinds == 'r') {
            struct real v = va_arg(list, struct real);
            printf("{%g,%d} ", v.x, v.n);
        } else if (*kinds == 'L') {
            struct large v = va_arg(list, struct large);
            printf("{%ld,%ld} ", v.numbers[0], v.numbers[3]);
        } else {
            printf("%d ", va_arg(list, int));
        }
    }
    va_end(list);
    putchar('\n');
}

int main(void) {
    struct small s = {1, 2};
    struct real r = {2.5, 3};
    struct large l = {{4, 5, 6, 7}};
    show("srLi", s, r, l, 8);
    show("iLsLr", 1, l, s, l, r);
    show("rrrrrrrr", r, r, r, r, r, r, r, r);
    show("ssssssssi", s, s, s, s, s, s, s, s, 9);
    return 0;
}
