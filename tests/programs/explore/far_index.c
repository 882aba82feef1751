//@ paths: 5
//@ complete: true
// An index that is wrong by more than an element doesn't silently mean one of the next variable, although it is a plain
// number here, which knows no array.
#include "counterpoint.h"

static long before[4] = {1, 2, 3, 4}, table[7], behind[4] = {5, 6, 7, 8};

static int sum(const long *numbers, int from, int to) {
    int sum = 0;
    for (int i = from; i < to; i++)
        sum += (int)numbers[i];
    return sum;
}

int main(void) {
    long first[4] = {1, 2, 3, 4}, second[6] = {5, 6, 7, 8, 9, 10};
    unsigned char n;
    cp_symbolic(&n, sizeof n, "n");
    switch (n) {
    case 0:
        return (int)table[-4]; //~ BUG out-of-bounds-read
    case 1:
        return (int)table[11]; //~ BUG out-of-bounds-read
    case 2:
        return (int)second[-5]; //~ BUG out-of-bounds-read
    case 3:
        return (int)second[10]; //~ BUG out-of-bounds-read
    default:
        return sum(before, 0, 4) + sum(behind, 0, 4) + sum(first, 0, 4) + sum(table, 0, 7);
    }
}
