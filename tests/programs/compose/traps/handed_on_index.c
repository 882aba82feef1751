//@ paths: 2
// A function between hands on a pointer to an element that an input chooses, first of a short array, then of a long one.
#include "counterpoint.h"

static int is_it(const char *at) {
    if (*at == 'x')
        return 1;
    return 0;
}

static int look(const char *array, int i) { return is_it(array + i); }

int main(void) {
    char few[2] = {1, 2}, many[8] = {0, 1, 2, 3, 4, 5, 6, 7};
    unsigned char i, j, c;
    cp_symbolic(&i, sizeof i, "i");
    cp_symbolic(&j, sizeof j, "j");
    cp_symbolic(&c, sizeof c, "c");
    many[5] = (char)c;
    int found = look(few, i & 1);
    found += look(many, j & 7);
    cp_assert(!found); //~ BUG assertion-failure
    return 0;
}
