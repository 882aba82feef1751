//@ paths: 3
// A function between has one callee write an array and another read it, first a short one, then a long one.
#include "counterpoint.h"

static void put(char *array, int i) { array[i] = 'x'; }

static int get(const char *array, int i) {
    if (array[i] == 'x')
        return 1;
    return 0;
}

static int put_and_get(char *array, int i, int j) {
    put(array, i);
    return get(array, j);
}

int main(void) {
    char few[2] = {1, 2}, many[8] = {0, 1, 2, 3, 4, 5, 6, 7};
    unsigned char j, k;
    cp_symbolic(&j, sizeof j, "j");
    cp_symbolic(&k, sizeof k, "k");
    int found = put_and_get(few, 1, 0);
    if ((k & 7) < 3)
        return 3;
    found += put_and_get(many, j & 7, k & 7);
    cp_assert(!found); //~ BUG assertion-failure
    return 0;
}
