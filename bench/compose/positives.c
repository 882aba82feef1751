// Of 100 numbers exactly three are positive: 2^100 paths, two per call.
//
// After an example of the 2007 paper's `is_positive`, as public reimplementations have it.
#include "counterpoint.h"

enum { NUMBERS = 100 };

static int is_positive(int x) {
    if (x > 0)
        return 1;
    return 0;
}

int main(void) {
    int numbers[NUMBERS], count = 0;
    cp_symbolic(numbers, sizeof numbers, "numbers");
    for (int i = 0; i < NUMBERS; i++)
        count += is_positive(numbers[i]);
    cp_assert(count != 3);
    return 0;
}
