// Two pointers in a struct lead to one number, or to two; a function between hands the struct on, and what it has read before
// may have changed.
#include "counterpoint.h"

struct pair {
    int *to;
    int *from;
};

static void move(struct pair *pair, int d) {
    if (d > 3)
        *pair->to = *pair->from + d;
}

static int twice(struct pair *pair, int d) {
    int before = *pair->from;
    move(pair, d);
    if (*pair->from != before)
        return 1;
    move(pair, d + 1);
    return *pair->to;
}

int main(void) {
    int x, y;
    cp_symbolic(&x, sizeof x, "x");
    cp_symbolic(&y, sizeof y, "y");
    cp_assume(y >= 0 && y < 50);
    int a = 1, b = 20;
    struct pair apart = {&a, &b}, same = {&b, &b};
    int one = twice(&apart, y);
    if (one == 1 && y > 3)
        return 1; // never: they are two numbers
    int other = x > 2 ? twice(&same, y) : 0;
    if (other == 1)
        return 2;
    if (other == 21)
        return 3; // never: if y is more than 3, it has changed, and then it is 1
    return b == 20 ? 4 : 5;
}
