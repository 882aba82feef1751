// Integers and doubles come from different places but in one order.
#include <stdarg.h>
#include <stdio.h>

static void show(const char *kinds, ...) {
    va_list list;
    va_start(list, kinds);
    for (; *kinds; kinds++) {
        switch (*kinds) {
        case 'i': printf("%d ", va_arg(list, int)); break;
        case 'd': printf("%g ", va_arg(list, double)); break;
        case 'l': printf("%lld ", va_arg(list, long long)); break;
        case 's': printf("%s ", va_arg(list, char *)); break;
        case 'u': printf("%u ", va_arg(list, unsigned)); break;
        }
    }
    va_end(list);
    putchar('\n');
}

int main(void) {
    show("idsl", 1, 2.5, "three", 4LL);
    show("dddddddddddd", 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0);
    show("idididididididididid", 1, .1, 2, .2, 3, .3, 4, .4, 5, .5, 6, .6, 7, .7, 8, .8, 9, .9, 10, 1.0);
    show("ul", 4294967295u, -9000000000000000000LL);
    float f = 1.5f;
    char c = 'A';
    short s = -3;
    show("dii", f, c, s);
    return 0;
}
