//@ paths: 4
// In its first calls `size` can't say "large". That is so for these callers only: there is another one, found later.
#include "counterpoint.h"

static int size(int x) {
    if (x > 1000)
        return 2;
    return x > 10;
}

static int small(unsigned char x) {
    if (size(x) == 2)
        return 9;
    return size(x / 2);
}

int main(void) {
    unsigned char x;
    int key;
    cp_symbolic(&x, sizeof x, "x");
    cp_symbolic(&key, sizeof key, "key");
    int result = small(x);
    if (key == 98765)
        cp_assert(size(key - 97700 - x) != 2); //~ BUG assertion-failure
    if (x < 7)
        return 7;
    return result;
}
