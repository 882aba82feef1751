// Two pointers that may point to the same object, and one that may point to a global.
#include "counterpoint.h"

static int last;

static int add(int *to, const int *from) {
    *to += 1;
    last = *from;
    return *to == *from;
}

int main(void) {
    int a = 1, b = 2;
    _Bool same;
    cp_symbolic(&same, sizeof same, "same");
    int *from = (same & 1) ? &a : &b;
    return add(&a, from);
}
